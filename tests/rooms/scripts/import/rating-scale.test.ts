import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScale, parseRating, toStars } from '../../../../scripts/import/read/columns.ts';

const WRITTEN = [
  ['5', { value: 5 }],
  ['4,5', { value: 4.5 }],
  ['8/10', { value: 8, outOf: 10 }],
  ['3 out of 5 stars', { value: 3, outOf: 5 }],
  ['85%', { value: 85, outOf: 100 }],
  ['4 stars', { value: 4 }],
  ['★★★★☆', { value: 4, outOf: 5 }],
  ['⭐⭐', { value: 2 }],
  ['five', undefined],
  ['', undefined],
  ['-3', undefined],
] as const;

for (const [text, rating] of WRITTEN) {
  test(`"${text}" as a rating`, () => assert.deepEqual(parseRating(text), rating));
}

test('ratings that state their own scale need no other', () => {
  const rating = { value: 8, outOf: 10 };
  assert.equal(findScale('r', [{ line: 2, rating }]), 10);
  assert.throws(
    () =>
      findScale('r', [
        { line: 2, rating },
        { line: 3, rating: { value: 4, outOf: 5 } },
      ]),
    /its scale is not clear/,
  );
});

test('ratings are carried to five stars in half steps', () => {
  assert.deepEqual(toStars({ value: 7 }, 10), { rating: 3.5, notes: [] });
  assert.deepEqual(toStars({ value: 3.25 }, 5), { rating: 3.5, notes: ['rating-rounded'] });
  assert.deepEqual(toStars({ value: 0 }, 100), { rating: 1, notes: ['rating-raised'] });
  assert.deepEqual(toStars({ value: 88 }, 100), { rating: 4.5, notes: ['rating-rounded'] });
});

test('ratings outside the scale, or on another one, have no stars', () => {
  for (const value of [0, 0.5, 5.5, 10]) assert.ok('fault' in toStars({ value }, 5));
  assert.ok('fault' in toStars({ value: 4, outOf: 5 }, 10));
});
