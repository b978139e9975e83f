import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BalancedQuotes } from '#insights/balanced-quotes.ts';
import type { Mention } from '#insights/mention.ts';
import { publishedReview } from '../support/reviews.ts';
import { mentionOf } from './mention-of.ts';

const review = (id: string, ...aspects: readonly Partial<Mention>[]) =>
  publishedReview({ id, aspects: aspects.map(mentionOf) });

function chosenFrom(...reviews: readonly ReturnType<typeof review>[]) {
  const quotes = new BalancedQuotes({
    isAbout: ({ id }) => id === 'staff',
    isNaming: (quote) => quote.startsWith('Maria'),
    positive: 2,
    negative: 1,
  });
  for (const each of reviews) quotes.add(each);
  return quotes.quotes(reviews).map(({ reviewId, sentiment }) => [reviewId, sentiment]);
}

test('praise stands before criticism, each at most so often', () => {
  const reviews = ['aaaa', 'bbbb', 'cccc'].map((id) => review(id, {}));
  const against = ['xxxx', 'yyyy'].map((id) => review(id, { sentiment: 'negative' }));
  assert.deepEqual(chosenFrom(...against, ...reviews), [
    ['aaaa', 'positive'],
    ['bbbb', 'positive'],
    ['xxxx', 'negative'],
  ]);
});

test('a review is quoted once, and its praise does not hide its criticism', () => {
  const both = review('both', { confidence: 1 }, { confidence: 0.5, sentiment: 'negative' });
  assert.deepEqual(chosenFrom(both), [['both', 'negative']]);
  assert.deepEqual(chosenFrom(both, review('fine', {}, {})), [
    ['fine', 'positive'],
    ['both', 'negative'],
  ]);
});

test('neither short nor long clauses, nor neutral or mixed ones, nor other things are quoted', () => {
  const quoteOf = (length: number) => ({ quote: 'a'.repeat(length) });
  assert.deepEqual(
    chosenFrom(
      review('short', quoteOf(11)),
      review('long', quoteOf(281)),
      review('neutral', { sentiment: 'neutral' }),
      review('mixed', { sentiment: 'mixed' }),
      review('other', { id: 'fees' }),
    ),
    [],
  );
  assert.equal(
    chosenFrom(review('shortest', quoteOf(12)), review('longest', quoteOf(280))).length,
    2,
  );
});

test('of a review the best mention is quoted', () => {
  const one = review(
    'one-1',
    { start: 1 },
    { start: 2, quote: 'Maria was kind.', confidence: 0.2 },
  );
  const quotes = new BalancedQuotes({
    isAbout: () => true,
    isNaming: (quote) => quote.startsWith('Maria'),
    positive: 1,
    negative: 0,
  });
  quotes.add(one);
  assert.deepEqual(quotes.quotes([one]), [
    {
      reviewId: 'one-1',
      url: one.url,
      text: 'Maria was kind.',
      start: 2,
      end: 22,
      sentiment: 'positive',
      confidence: 0.2,
      datePublished: one.datePublished,
    },
  ]);
});
