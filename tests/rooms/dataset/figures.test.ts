import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateRatings } from '#dataset/aggregate-rating.ts';
import { publishedReview } from '../../support/reviews.ts';

const ITEM = { '@id': 'https://reviews.example/#business' };

const times = (count: number, star: number) => Array<number>(count).fill(star);

test('the mean is rounded half up to hundredths, as decimals have it', () => {
  for (const [ratings, mean] of [
    [[5, 5, 4], 4.67],
    [[...times(199, 5), 4], 5],
    [[...times(200, 5), ...times(2, 4)], 4.99],
    // No binary fraction is 1.005.
    [[...times(199, 1), 2], 1.01],
  ] as const) {
    const reviews = ratings.map((ratingValue) => publishedReview({ ratingValue }));
    assert.equal(aggregateRatings(reviews, ITEM).ratingValue, mean);
  }
});
