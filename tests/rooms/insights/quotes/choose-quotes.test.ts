import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseQuotes, type RankedQuote, type Stock } from '#insights/quotes/choose-quotes.ts';
import { quoteWith } from '../aspect-of.ts';

type Side = 'positive' | 'negative';

const ranked = (reviewId: string, rank: number, side: Side = 'positive', isPinned = false) => ({
  quote: quoteWith({ reviewId, sentiment: side, text: `They were in ${reviewId}.` }),
  rank,
  isPinned,
});

/** What may be quoted, the best first. */
function stockOf(...all: readonly RankedQuote[]): Stock {
  const ofSide = (side: Side) => all.filter(({ quote }) => quote.sentiment === side);
  return { positive: ofSide('positive'), negative: ofSide('negative') };
}

const chosen = (most: { positive: number; negative: number }, ...stocks: readonly Stock[]) =>
  chooseQuotes(stocks, most).map((quotes) => quotes.map(({ reviewId }) => reviewId));

test('praise does not use up a review that criticises', () => {
  const both = stockOf(ranked('both', 1), ranked('both', 0.5, 'negative'), ranked('fine', 0.4));
  assert.deepEqual(chosen({ positive: 1, negative: 1 }, both), [['fine', 'both']]);
});

test('each thing gets its first quote before any gets its second', () => {
  const rich = stockOf(ranked('aaaa', 1), ranked('bbbb', 0.9), ranked('cccc', 0.8));
  const poor = stockOf(ranked('aaaa', 0.5), ranked('bbbb', 0.5));
  assert.deepEqual(chosen({ positive: 3, negative: 0 }, rich, poor), [['aaaa', 'cccc'], ['bbbb']]);
});

test('pinned ones are chosen before all others, of anything', () => {
  const [pinned, other] = [ranked('aaaa', 0.1, 'positive', true), ranked('aaaa', 1)];
  const stocks = [stockOf(other), stockOf(pinned, ranked('bbbb', 1))];
  assert.deepEqual(chosen({ positive: 2, negative: 2 }, ...stocks), [[], ['aaaa', 'bbbb']]);
});
