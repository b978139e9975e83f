import type { Quote } from '#insights/insights-document.ts';

/** Parts quotes, the best of which stand first, into the best of either side and the others. */
export function bestAndOtherQuotes(quotes: readonly Quote[]): {
  readonly best: readonly Quote[];
  readonly others: readonly Quote[];
} {
  const best = (['positive', 'negative'] as const).flatMap(
    (side) => quotes.find(({ sentiment }) => sentiment === side) ?? [],
  );
  return { best, others: quotes.filter((quote) => !best.includes(quote)) };
}
