import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Review } from '#dataset/review.ts';
import { SentimentTally } from '#insights/sentiment-tally.ts';
import { publishedReview } from '../../support/reviews.ts';

type Label = NonNullable<Review['sentiment']>['label'];

const judged = (label: Label) => publishedReview({ sentiment: { label, score: 0.1 } });
const unread = (inLanguage: string) => publishedReview({ inLanguage });

test('analysed reviews are counted by label, and the score is over all of them', () => {
  const tally = new SentimentTally();
  for (const label of ['positive', 'positive', 'negative', 'mixed', 'neutral'] as const) {
    tally.add(judged(label));
  }
  const counts = { positive: 2, neutral: 1, negative: 1, mixed: 1 };
  assert.deepEqual(tally.sentiment(), { ...counts, score: 0.2 });
});

test('texts that were not analysed are told by language, most first', () => {
  const tally = new SentimentTally();
  for (const tag of ['pl', 'es', 'de', 'es']) tally.add(unread(tag));
  tally.add(judged('neutral'));
  tally.add(publishedReview({ reviewBody: '', inLanguage: 'fr' }));
  assert.deepEqual(tally.coverage(), {
    analysedReviewCount: 1,
    notAnalysed: [
      { inLanguage: 'es', reviewCount: 2 },
      { inLanguage: 'de', reviewCount: 1 },
      { inLanguage: 'pl', reviewCount: 1 },
    ],
  });
});

test('what is gone is not counted', () => {
  const tally = new SentimentTally();
  for (const review of [judged('mixed'), unread('es')]) {
    tally.add(review);
    tally.remove(review);
  }
  const zero = { positive: 0, neutral: 0, negative: 0, mixed: 0, score: 0 };
  assert.deepEqual(tally.sentiment(), zero);
  assert.deepEqual(tally.coverage(), { analysedReviewCount: 0, notAnalysed: [] });
});
