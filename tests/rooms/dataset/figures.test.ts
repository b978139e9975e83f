import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateRatings, describeReplies } from '#dataset/aggregate-rating.ts';
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

test('replies are counted, with the median of the days of dated ones, which are never negative', () => {
  const replied = (...dates: readonly string[]) =>
    describeReplies([
      publishedReview(),
      ...dates.map((datePublished) =>
        publishedReview({ ownerReply: { text: 'Hi', ...(datePublished && { datePublished }) } }),
      ),
    ]);
  for (const [dates, median] of [
    [[], null],
    [['2026-10-01'], 0],
    [[''], null],
    [['', '2026-10-05'], 2],
    [['2026-10-13', '2026-10-04', '2026-10-05'], 2],
    // Across the change of clocks in October, and around a middle.
    [['2026-10-03', '2026-10-04', '2026-11-03', '2026-11-04'], 16],
  ] as const) {
    const { reviewsReplied, medianDaysToReply } = replied(...dates);
    assert.deepEqual([reviewsReplied, medianDaysToReply], [dates.length, median]);
  }
});
