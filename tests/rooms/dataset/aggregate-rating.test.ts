import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AggregateRating, PublishedTally } from '#dataset/aggregate-rating.ts';
import type { Review } from '#dataset/review.ts';
import { publishedReview } from '../../support/reviews.ts';

function aggregateRatings(reviews: readonly Review[]): AggregateRating {
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);
  return tally.aggregateRating();
}

const meanRating = (reviews: readonly Review[]) => aggregateRatings(reviews).ratingValue;
const rated = (...stars: number[]) => stars.map((ratingValue) => publishedReview({ ratingValue }));
const times = (count: number, star: number) => Array<number>(count).fill(star);

for (const [what, ratings, mean] of [
  ['one rating', [4], 4],
  ['a half star', [4.5], 4.5],
  ['a third', [5, 5, 4], 4.67],
  ['half a hundredth, up', [...times(199, 5), 4], 5],
  ['just below half a hundredth, down', [...times(200, 5), ...times(2, 4)], 4.99],
  ['1.005, which no binary fraction is', [...times(199, 1), 2], 1.01],
  ['4.015', [...times(197, 4), ...times(3, 5)], 4.02],
] as const) {
  test(`rounds ${what}`, () => assert.equal(meanRating(rated(...ratings)), mean));
}

test('no reviews have no mean', () => {
  assert.equal(meanRating([]), null);
  assert.deepEqual(aggregateRatings([]), {
    '@type': 'AggregateRating',
    ratingValue: null,
    ratingCount: 0,
    reviewCount: 0,
    bestRating: 5,
    worstRating: 1,
    ratingDistribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    earliest: null,
    latest: null,
    bySource: [],
  });
});

test('the distribution is keyed by the exact value: whole stars always, half stars where they occur', () => {
  assert.deepEqual(aggregateRatings(rated(5, 4.5, 4.5, 1)).ratingDistribution, {
    '1': 1,
    '2': 0,
    '3': 0,
    '4': 0,
    '4.5': 2,
    '5': 1,
  });
});

test('ratings without text count as ratings, not as reviews', () => {
  const { ratingCount, reviewCount } = aggregateRatings([
    publishedReview(),
    publishedReview({ reviewBody: '' }),
  ]);
  assert.deepEqual([ratingCount, reviewCount], [2, 1]);
});

test('sources are told apart, the largest first, then by name', () => {
  const from = (publisher: string, ratingValue: number) =>
    publishedReview({ publisher, ratingValue });
  const reviews = [from('Yelp', 1), from('Avvo', 5), from('Google', 4), from('Google', 5)];
  const expected = [
    { publisher: 'Google', ratingValue: 4.5, ratingCount: 2 },
    { publisher: 'Avvo', ratingValue: 5, ratingCount: 1 },
    { publisher: 'Yelp', ratingValue: 1, ratingCount: 1 },
  ];
  assert.deepEqual(aggregateRatings(reviews).bySource, expected);
  assert.deepEqual(aggregateRatings(reviews.toReversed()).bySource, expected);
});

test('the period is that of all reviews, in any order', () => {
  const dates = ['2026-01-02', '2025-12-31', '2026-01-01'];
  const { earliest, latest } = aggregateRatings(
    dates.map((datePublished) => publishedReview({ datePublished })),
  );
  assert.deepEqual([earliest, latest], ['2025-12-31', '2026-01-02']);
});
