import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { median, quantile } from '../../../../scripts/lab/bench/statistics.ts';

const numbers = fc.array(fc.integer(), { minLength: 1 });

test('the median is the middle, or the mean of the middle two', () => {
  assert.equal(median([3]), 3);
  assert.equal(median([10, 9, 1]), 9);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('quantiles lie between two numbers by their share', () => {
  const values = [40, 10, 20, 30, 50];
  assert.deepEqual(
    [0, 0.25, 0.5, 0.9, 1].map((share) => quantile(values, share)),
    [10, 20, 30, 46, 50],
  );
});

test('nothing has no quantile', () => {
  assert.ok(Number.isNaN(median([])));
});

test('the order does not matter, and the values are left as they are', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const before = [...values];
      assert.equal(quantile(values.toReversed(), 0.3), quantile(values, 0.3));
      assert.deepEqual(values, before);
    }),
  );
});

test('the ends are the least and the greatest', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      assert.equal(quantile(values, 0), Math.min(...values));
      assert.equal(quantile(values, 1), Math.max(...values));
    }),
  );
});

test('a share outside 0 to 1 is refused', () => {
  for (const share of [-0.1, 1.1, Number.NaN, 95]) {
    assert.throws(() => quantile([1], share), RangeError);
  }
});
