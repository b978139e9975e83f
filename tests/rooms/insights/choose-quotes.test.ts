import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseQuotes, type RankedQuote, type Stock } from '#insights/choose-quotes.ts';
import { quoteWith } from './aspect-of.ts';

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

test('praise stands before criticism, the best first, each at most so often', () => {
  const stock = stockOf(
    ranked('aaaa', 0.9),
    ranked('bbbb', 0.8),
    ranked('cccc', 0.7),
    ranked('xxxx', 0.6, 'negative'),
    ranked('yyyy', 0.5, 'negative'),
  );
  assert.deepEqual(chosen({ positive: 2, negative: 1 }, stock), [['aaaa', 'bbbb', 'xxxx']]);
  assert.deepEqual(chosen({ positive: 0, negative: 3 }, stock), [['xxxx', 'yyyy']]);
});

test('a review is quoted once in all, where it ranks best', () => {
  const [first, second] = [stockOf(ranked('both', 0.8)), stockOf(ranked('both', 0.9))];
  assert.deepEqual(chosen({ positive: 3, negative: 2 }, first, second), [[], ['both']]);
});

test('the same words are not quoted of two reviews', () => {
  const copied = (reviewId: string) => ({
    quote: quoteWith({ reviewId, text: 'They were there.' }),
    rank: 0.9,
    isPinned: false,
  });
  assert.deepEqual(chosen({ positive: 3, negative: 2 }, stockOf(copied('aaaa'), copied('bbbb'))), [
    ['aaaa'],
  ]);
});

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
