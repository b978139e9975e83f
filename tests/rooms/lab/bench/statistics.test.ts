import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatReport,
  isMet,
  ratioAtMost,
  verdictOf,
} from '../../../../scripts/lab/bench/report.ts';
import {
  compareRounds,
  listRatios,
  median,
  quantile,
  type Sample,
} from '../../../../scripts/lab/bench/statistics.ts';

test('the median is the middle, or the mean of the middle two; quantiles lie between two numbers', () => {
  const medians = [[3], [10, 9, 1], [4, 1, 3, 2], []].map(median);
  assert.deepEqual(medians, [3, 9, 2.5, Number.NaN]);
  const values = [40, 10, 20, 30, 50];
  const quantiles = [0, 0.25, 0.5, 0.9, 1].map((share) => quantile(values, share));
  assert.deepEqual(quantiles, [10, 20, 30, 46, 50]);
  for (const share of [-0.1, 1.1, Number.NaN, 95]) {
    assert.throws(() => quantile([1], share), RangeError);
  }
});

test('the order does not matter, the values stay as they are, and the ends are the extremes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
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

test('a ratio is the median of the ratios of the rounds, where every round was measured', () => {
  // Our second round and their third were disturbed.
  const ours = [sample(200), sample(20), sample(220)];
  const theirs = [sample(100), sample(100), sample(10)];
  assert.equal(compareRounds('requestsPerSecond', ours, theirs), 2);
  for (const unmeasured of [undefined, [], theirs]) {
    assert.equal(compareRounds('requestsPerSecond', [sample(1)], unmeasured), null);
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

const ratio = (value: number | null) => ({ what: 'mean', value, aim: { atLeast: 20 } }) as const;
const cost = (value: number | null) => ({ what: 'CPU', value, aim: { atMost: 1 } }) as const;

test('a report is a title, an aligned table, ratios and notes', () => {
  const rows = [
    ['ours', 12.3456, 'Testimony'],
    ['Größe', 1234567, ''],
    ['small', 0.012345, ''],
    ['none', null, 'x'],
  ];
  assert.equal(
    formatReport({
      title: 'Search, 10,000 reviews',
      columns: ['who', 'mean µs', 'peer'],
      rows,
      ratios: [ratio(24.13), cost(null)],
      notes: ['Hugo is not installed.'],
    }),
    [
      'Search, 10,000 reviews',
      '',
      '  who      mean µs  peer',
      '  ─────  ─────────  ─────────',
      '  ours       12.35  Testimony',
      '  Größe  1,234,567',
      '  small     0.0123',
      '  none           –  x',
      '',
      '  mean: 24.13 (aim ≥ 20): met',
      '  CPU: – (aim ≤ 1): not measured',
      '',
      '  Note: Hugo is not installed.',
      '',
    ].join('\n'),
  );
});

test('a ratio meets its aim, or does not, or was not measured', () => {
  for (const [of, verdict] of [
    [ratio(20), 'met'],
    [ratio(19.99), 'NOT MET'],
    [cost(1), 'met'],
    [cost(1.01), 'NOT MET'],
    [ratio(null), 'not measured'],
    [cost(Number.NaN), 'not measured'],
  ] as const) {
    assert.equal(verdictOf(of), verdict);
    assert.equal(isMet(of), verdict === 'met');
  }
  const aims = new Map([[1000, 50]]);
  assert.deepEqual(ratioAtMost('a', 4, aims, 1000), [{ what: 'a', value: 4, aim: { atMost: 50 } }]);
  assert.deepEqual(ratioAtMost('a', 4, aims, 300), []);
});
