import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketsByPeriod, bucketsByRating, ratingsAt } from '#agents/tools/rating-buckets.ts';

const step = (date: string, count: number) => ({ date, count, digest: '', dateModified: date });
const corpus = {
  halfStars: Uint8Array.of(10, 9, 2, 10, 8),
  steps: [step('2026-05-02', 1), step('2026-05-01', 3), step('2026-04-30', 4), step('2020', 5)],
};

test('ratings at positions are added up', () => {
  const { count, mean } = ratingsAt(corpus, [0, 1, 4]);
  assert.deepEqual({ count, mean }, { count: 3, mean: 4.5 });
  assert.equal(ratingsAt(corpus, []).mean, null);
});

test('ratings that occur have buckets, highest first', () => {
  assert.deepEqual(bucketsByRating(corpus, [0, 1, 2, 3]), [
    { key: '5', count: 2, averageRating: 5 },
    { key: '4.5', count: 1, averageRating: 4.5 },
    { key: '1', count: 1, averageRating: 1 },
  ]);
  assert.deepEqual(bucketsByRating(corpus, []), []);
});

test('days without a review among the positions are passed over', () => {
  const periodOf = (date: string) => date.slice(0, 7);
  assert.deepEqual(bucketsByPeriod(corpus, [0, 2, 4], periodOf), [
    { key: '2026-05', count: 2, averageRating: 3 },
    { key: '2020', count: 1, averageRating: 4 },
  ]);
  assert.deepEqual(bucketsByPeriod(corpus, [3], periodOf), [
    { key: '2026-04', count: 1, averageRating: 5 },
  ]);
});
