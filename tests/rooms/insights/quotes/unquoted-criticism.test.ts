import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { deriveInsights } from '#insights/insights.ts';
import { findUnquotedCriticism, MOST_NAMED } from '#insights/quotes/unquoted-criticism.ts';
import { contentOf, publishedReview, storedReview } from '../../../support/reviews.ts';
import { quoteWith } from '../aspect-of.ts';

const reviews = Array.from({ length: 30 }, (_, index) =>
  publishedReview({ id: `review-${index}` }),
);
const isEven = ({ id }: { readonly id: string }) => /[02468]$/.test(id);

test('where no criticism is quoted, the newest reviews with it are named, ten at most', () => {
  const praise = [quoteWith({})];
  assert.deepEqual(findUnquotedCriticism(praise, 2, reviews, isEven), ['review-0', 'review-2']);
  assert.equal(findUnquotedCriticism(praise, 15, reviews, isEven).length, MOST_NAMED);
});

test('where criticism is quoted, or none is counted, no review is named', () => {
  const blame = [quoteWith({ sentiment: 'negative' })];
  assert.deepEqual(findUnquotedCriticism(blame, 2, reviews, isEven), []);
  assert.deepEqual(findUnquotedCriticism([], 0, reviews, isEven), []);
});

test('criticism that holds a claim number is counted and not quoted, so that its review is named', () => {
  const dataset = createDataset(
    contentOf({
      reviews: [
        storedReview({
          id: 'critical',
          rating: 1,
          reviewBody: 'The staff at claim number 8812345 was rude.',
          aspects: { staff: 'negative' },
        }),
      ],
      aspects: [{ id: 'staff', name: 'Staff', description: 'Who helps.', terms: ['staff'] }],
    }),
    'https://reviews.example',
    createAnnotator(),
  );
  const [aspect] = deriveInsights(dataset).aspects;
  assert.partialDeepStrictEqual(aspect, {
    negativeReviewCount: 1,
    quotes: [],
    unquotedCriticism: ['critical'],
  });
});
