import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DelayReport,
  summariseDelays,
} from '../../../../../scripts/lab/bench/publish/delay-report.ts';

const report = (count: number, max: number, percentiles: [number, number][]) =>
  DelayReport.parse({
    number: 1,
    count,
    max: max * 1e6,
    percentiles: percentiles.map(([percentile, delay]) => [percentile, delay * 1e6]),
  });

test('a report is read in milliseconds', () => {
  const { max, percentiles } = report(10, 20, [
    [0, 1],
    [100, 20],
  ]);
  assert.deepEqual(
    { max, percentiles },
    {
      max: 20,
      percentiles: [
        [0, 1],
        [100, 20],
      ],
    },
  );
});

test('what is no report is refused', () => {
  const good = { number: 1, count: 0, max: 0, percentiles: [] };
  assert.ok(DelayReport.safeParse(good).success);
  for (const bad of [{ number: 0 }, { count: -1 }, { max: null }, { percentiles: [[101, 1]] }]) {
    assert.ok(!DelayReport.safeParse({ ...good, ...bad }).success);
  }
});

test('a stretch has the p99 and the worst of its own', () => {
  const alone = report(1000, 50, [
    [0, 1],
    [50, 1.1],
    [98, 2],
    [99.5, 30],
    [100, 50],
  ]);
  assert.deepEqual(summariseDelays([alone]), { p99: 30, worst: 50 });
});

test('stretches count by how much they recorded', () => {
  const idle = report(9900, 2, [
    [0, 1],
    [100, 2],
  ]);
  const blocked = report(50, 80, [
    [0, 40],
    [100, 80],
  ]);
  // 50 of 9,950 are less than one in a hundred.
  assert.deepEqual(summariseDelays([idle, blocked]), { p99: 2, worst: 80 });
  assert.deepEqual(summariseDelays([idle, blocked, blocked, blocked]), { p99: 80, worst: 80 });
});

test('where nothing was recorded there is nothing to say', () => {
  const empty = report(0, 0, [[100, 0]]);
  assert.equal(summariseDelays([]), null);
  assert.equal(summariseDelays([empty]), null);
  const some = report(1, 3, [[100, 3]]);
  assert.deepEqual(summariseDelays([empty, some]), { p99: 3, worst: 3 });
});
