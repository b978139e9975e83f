import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSample, TEXTS } from '../../../../../scripts/lab/bench/insights/sample.ts';

for (const texts of TEXTS) {
  test(`${texts} texts make as many published reviews as asked for, the same each time`, () => {
    const { reviews, aspects } = makeSample({ texts, size: 300 });
    assert.equal(new Set(reviews.map(({ id }) => id)).size, 300);
    assert.ok(reviews.every(({ verification }) => verification.status === 'verified'));
    assert.deepEqual(makeSample({ texts, size: 300 }).reviews, reviews);
    assert.ok(aspects.some(({ terms }) => terms.length > 10));
  });
}

test('texts of the demonstration come again with other numbers in them', () => {
  const { reviews } = makeSample({ texts: 'demonstration', size: 600 });
  const long = reviews.map(({ reviewBody }) => reviewBody).filter((text) => text.length > 100);
  assert.ok(long.length > 100);
  assert.equal(new Set(long).size, long.length);
});
