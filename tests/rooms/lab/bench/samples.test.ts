import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../scripts/lab/bench/bench-report.ts';
import {
  compare,
  listRatios,
  SAMPLE_COLUMNS,
  type Sample,
  summarise,
} from '../../../../scripts/lab/bench/samples.ts';

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
  assert.equal(compare('requestsPerSecond', ours, theirs), 2);
});

test('what was not measured in every round has no ratio', () => {
  assert.equal(compare('requestsPerSecond', [sample(1)], undefined), null);
  assert.equal(compare('requestsPerSecond', [sample(1)], []), null);
  assert.equal(compare('requestsPerSecond', [], []), null);
  assert.equal(compare('cpuMicroseconds', [sample(1, null)], [sample(1)]), null);
});

test('less processor time and more requests are better', () => {
  const better = listRatios('x', [sample(110, 9)], [sample(100, 10)]);
  assert.deepEqual(better.map(isMet), [true, true]);
  const worse = listRatios('x', [sample(90, 11)], [sample(100, 10)]);
  assert.deepEqual(worse.map(isMet), [false, false]);
  assert.deepEqual(listRatios('x', [sample(90, 11)], undefined).map(isMet), [false, false]);
});

test('a share of what a peer does may be the aim', () => {
  const close = listRatios('x', [sample(91, 10.9)], [sample(100, 10)], 0.9);
  assert.deepEqual(close.map(isMet), [true, true]);
  assert.deepEqual(
    close.map(({ aim }) => aim),
    [{ atMost: 1.11 }, { atLeast: 0.9 }],
  );
});

test('a row holds the median of every column, and null for what is not known', () => {
  assert.deepEqual(summarise([sample(1, null), sample(3, 4), sample(2, 5)]), [2, null, 99, 1, 2]);
  const nothing = SAMPLE_COLUMNS.map(() => null);
  assert.deepEqual(summarise(undefined), nothing);
  assert.deepEqual(summarise([]), nothing);
});
