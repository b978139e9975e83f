import { MOST_NAMED, type Quote } from '../insights-document.ts';
import type { NotedReview } from '../noted-review.ts';

type Side = Quote['sentiment'];

/** A possible quote, and its quality. */
export type RankedQuote = {
  readonly quote: Quote;
  /** From 0 to 1. */
  readonly rank: number;
  /** True if editors want it. */
  readonly isPinned: boolean;
};

/** The possible quotes for one thing. */
export type Stock = Readonly<Record<Side, readonly RankedQuote[]>>;

/**
 * Chooses at most some number of quotes for each side of things that are shown together, praise
 * first and the best first: at most one per review, and no words twice. Pinned quotes come before
 * all others. Each thing gets its first quote of a side before any gets its second.
 */
export function chooseQuotes(
  stocks: readonly Stock[],
  most: Readonly<Record<Side, number>>,
): Quote[][] {
  const chosen = stocks.map((): Record<Side, RankedQuote[]> => ({ positive: [], negative: [] }));
  const allOf = (side: Side) =>
    stocks
      .flatMap((stock, place) =>
        stock[side].map((ranked) => ({ ...ranked, own: chosen[place]?.[side] ?? [] })),
      )
      .sort(compareRanked);
  // Criticism first: praise, of which there is more, must not use up a review that criticizes.
  const all = [...allOf('negative'), ...allOf('positive')];
  const used = new Set<string>();
  const take = (ranked: (typeof all)[number], limit: number) => {
    const { own, quote } = ranked;
    const { reviewId, text, sentiment } = quote;
    if (own.length >= Math.min(limit, most[sentiment])) return;
    if (used.has(reviewId) || used.has(text)) return;
    used.add(reviewId).add(text);
    own.push(ranked);
  };
  for (const one of all) if (one.isPinned) take(one, Number.POSITIVE_INFINITY);
  for (let round = 1; round <= Math.max(most.positive, most.negative); round++) {
    for (const one of all) take(one, round);
  }
  return chosen.map(({ positive, negative }) =>
    [...positive.sort(compareRanked), ...negative.sort(compareRanked)].map(({ quote }) => quote),
  );
}

/** Pinned ones first, then the best. */
export function compareRanked(a: RankedQuote, b: RankedQuote): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.rank - a.rank;
}

/** The ids of the newest critical reviews if none is quoted, so that readers can look them up. */
export function findUnquotedCriticism(
  quotes: readonly Quote[],
  criticizing: readonly NotedReview[],
): string[] {
  if (quotes.some(({ sentiment }) => sentiment === 'negative')) return [];
  return criticizing.slice(0, MOST_NAMED).map(({ id }) => id);
}
