import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isMet } from '../../../../scripts/lab/bench/report.ts';
import {
  compareRounds,
  listRatios,
  median,
  quantile,
  type Sample,
} from '../../../../scripts/lab/bench/statistics.ts';

const numbers = fc.array(fc.integer(), { minLength: 1 });

test('the median is the middle, or the mean of the middle two', () => {
  assert.equal(median([3]), 3);
  assert.equal(median([10, 9, 1]), 9);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.ok(Number.isNaN(median([])));
});

test('quantiles lie between two numbers by their share', () => {
  const values = [40, 10, 20, 30, 50];
  const quantiles = [0, 0.25, 0.5, 0.9, 1].map((share) => quantile(values, share));
  assert.deepEqual(quantiles, [10, 20, 30, 46, 50]);
  for (const share of [-0.1, 1.1, Number.NaN, 95]) {
    assert.throws(() => quantile([1], share), RangeError);
  }
});

test('the order does not matter, the values stay as they are, and the ends are the extremes', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const before = [...values];
      assert.equal(quantile(values.toReversed(), 0.3), quantile(values, 0.3));
      assert.equal(quantile(values, 0), Math.min(...values));
      assert.equal(quantile(values, 1), Math.max(...values));
      assert.deepEqual(values, before);
    }),
  );
});

const sample = (requestsPerSecond: number, cpuMicroseconds: number | null = 10): Sample => ({
  requestsPerSecond,
  cpuMicroseconds,
  busyPercent: 99,
  p50Milliseconds: 1,
  p99Milliseconds: 2,
});

test('a ratio is the median of the ratios of the rounds', () => {
  // Our second round and their third were disturbed.
  const ours = [sample(200), sample(20), sample(220)];
  const theirs = [sample(100), sample(100), sample(10)];
  assert.equal(compareRounds('requestsPerSecond', ours, theirs), 2);
});

test('what was not measured in every round has no ratio', () => {
  for (const theirs of [undefined, [], [sample(1), sample(1)]]) {
    assert.equal(compareRounds('requestsPerSecond', [sample(1)], theirs), null);
  }
  assert.equal(compareRounds('requestsPerSecond', [], []), null);
  assert.equal(compareRounds('cpuMicroseconds', [sample(1, null)], [sample(1)]), null);
});

test('less processor time and more requests are better', () => {
  const verdicts = (ours: Sample, theirs: readonly Sample[] | undefined, share?: number) =>
    listRatios('x', [ours], theirs, share).map(isMet);
  const theirs = [sample(100, 10)];
  assert.deepEqual(verdicts(sample(110, 9), theirs), [true, true]);
  assert.deepEqual(verdicts(sample(90, 11), theirs), [false, false]);
  assert.deepEqual(verdicts(sample(90, 11), undefined), [false, false]);
  assert.deepEqual(verdicts(sample(91, 10.9), theirs, 0.9), [true, true]);
  const aims = listRatios('x', theirs, theirs, 0.9).map(({ aim }) => aim);
  assert.deepEqual(aims, [{ atMost: 1.11 }, { atLeast: 0.9 }]);
});
