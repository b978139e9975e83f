import type { AspectInsight, InsightsDocument, Quote } from '#insights/insights-document.ts';

/** The aspects that reviews mention, the most mentioned first. */
export function mentionedAspects(aspects: readonly AspectInsight[]): AspectInsight[] {
  return aspects
    .filter(({ mentionCount }) => mentionCount > 0)
    .sort((a, b) => b.mentionCount - a.mentionCount);
}

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

type Benchmark = InsightsDocument['methodology']['benchmarks'][number];

/** How much was judged rightly: shares from 0 to 1, and of how many texts. */
export type MeasuredAccuracy = {
  /** Of clauses as reviews here hold them: how many took a side, how many of these rightly. */
  readonly clauses:
    | { readonly n: number; readonly taken: number; readonly right: number }
    | undefined;
  /** Of a set that others measure by, where one of two sides is always taken. */
  readonly sentences: { readonly n: number; readonly right: number } | undefined;
};

/** What tells readers most of how well the model did; undefined where it was not measured. */
export function measuredAccuracy(benchmarks: readonly Benchmark[]): MeasuredAccuracy {
  const find = (dataset: string, metric: string) =>
    benchmarks.find((each) => each.dataset === dataset && each.metric === metric);
  const taken = find('legal clauses, as published', 'sidesTaken');
  const right = find('legal clauses, as published', 'accuracyOfSides');
  const sentences = find('UCI sentences, all three held out', 'accuracy');
  return {
    clauses: taken && right && { n: taken.n, taken: taken.value, right: right.value },
    sentences: sentences && { n: sentences.n, right: sentences.value },
  };
}
