import type { Quote } from '../insights-document.ts';
import type { Candidate } from './best-quotes.ts';
import type { Quotation } from './quotation.ts';

type Side = Quote['sentiment'];

/** What may be quoted, and how good it is. */
export type RankedQuote = Pick<Candidate, 'said' | 'side'> & {
  readonly quotation: Quotation;
  /** From 0 to 1. */
  readonly rank: number;
  /** Whether editors want it. */
  readonly isPinned: boolean;
};

/** What may be quoted of one thing. */
export type Stock = Readonly<Record<Side, readonly RankedQuote[]>>;

/** Maximum quotes of either side. */
type Most = Readonly<Record<Side, number>>;

/**
 * Chooses quotes of things that are shown together, praise first and the best first: of no review
 * more than one, and no words twice. Pinned ones are chosen before all others. Then each thing gets
 * its first quote of a side before any gets its second.
 */
export function chooseQuotes(stocks: readonly Stock[], most: Most): Quote[][] {
  const chosen = stocks.map(() => ({
    positive: [] as RankedQuote[],
    negative: [] as RankedQuote[],
  }));
  const used = new Set<string>();
  const take = (ranked: RankedQuote, place: number, limit: number) => {
    const { said, side, quotation } = ranked;
    const { id } = said.from;
    const own = chosen[place]?.[side];
    if (!own || own.length >= Math.min(limit, most[side])) return;
    if (used.has(id) || used.has(quotation.text)) return;
    used.add(id).add(quotation.text);
    own.push(ranked);
  };
  // Against first: praise, of which there is more, must not use up a review that criticises.
  const all = [...allOf(stocks, 'negative'), ...allOf(stocks, 'positive')];
  for (const { ranked, place } of all) {
    if (ranked.isPinned) take(ranked, place, Number.POSITIVE_INFINITY);
  }
  for (let round = 1; round <= Math.max(most.positive, most.negative); round++) {
    for (const { ranked, place } of all) take(ranked, place, round);
  }
  return chosen.map(({ positive, negative }) =>
    [positive.sort(compareRanked), negative.sort(compareRanked)].flat().map(publishQuote),
  );
}

/** All quotes of a side, the best first, with the place of the thing that they are about. */
function allOf(stocks: readonly Stock[], side: Side) {
  return stocks
    .flatMap((stock, place) => stock[side].map((ranked) => ({ ranked, place })))
    .sort((a, b) => compareRanked(a.ranked, b.ranked));
}

function publishQuote({ said, side, quotation }: RankedQuote): Quote {
  const { id: reviewId, url, datePublished } = said.from.review;
  const { text, start, end, clause } = quotation;
  const { confidence } = said.mention;
  return { reviewId, url, text, start, end, clause, sentiment: side, confidence, datePublished };
}

/** Pinned ones first, then the best. */
export function compareRanked(a: RankedQuote, b: RankedQuote): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.rank - a.rank;
}
