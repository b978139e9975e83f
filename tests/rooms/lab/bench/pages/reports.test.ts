import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../../scripts/lab/bench/bench-report.ts';
import type { ColdSample } from '../../../../../scripts/lab/bench/pages/cold-pages.ts';
import {
  AIMED_STRETCH,
  type LoopStretch,
} from '../../../../../scripts/lab/bench/pages/event-loop.ts';
import {
  reportEventLoop,
  reportServerMemory,
} from '../../../../../scripts/lab/bench/pages/report-event-loop.ts';
import {
  reportColdPages,
  reportPageKinds,
} from '../../../../../scripts/lab/bench/pages/report-pages.ts';

const sample = (requestsPerSecond: number, loopMicroseconds: number | null = 700): ColdSample => ({
  requestsPerSecond,
  cpuMicroseconds: 1500,
  loopMicroseconds,
  busyPercent: 150,
  p50Milliseconds: 30,
  p99Milliseconds: 60,
});
const series = (label: string, samples: readonly ColdSample[]) => ({ label, headers: {}, samples });

test('every way to ask for cold pages has a row and the aim, a server just started has no aim', () => {
  const cold = {
    first: sample(300),
    series: [
      series('identity', [sample(900), sample(1200, 900), sample(1000)]),
      series('brotli', [sample(999)]),
    ],
  };
  const { columns, rows, ratios, notes } = reportColdPages(1000, cold, ['of the run']);
  assert.deepEqual(rows[0], ['identity', 3, 1000, 1500, 700, 150, 30, 60]);
  assert.deepEqual(
    rows.map((row) => row[2]),
    [1000, 999, 300],
  );
  for (const row of rows) assert.equal(row.length, columns.length);
  assert.deepEqual(ratios.map(isMet), [true, false]);
  assert.equal(notes.at(-1), 'of the run');
});

test('where the system tells no processor time, there is none', () => {
  const cold = { first: sample(1, null), series: [series('identity', [sample(2000, null)])] };
  assert.deepEqual(reportColdPages(1000, cold, []).rows[0]?.[4], null);
});

test('a kind of page has its sizes and times', () => {
  const kind = {
    label: '/',
    bytes: 90_000,
    brotliBytes: 11_000,
    milliseconds: [1, 2, 3],
    loopMilliseconds: null,
  };
  const { columns, rows } = reportPageKinds(1000, [kind]);
  assert.deepEqual(rows, [['/', 90, 11, 2, 2.9, null]]);
  assert.equal(rows[0]?.length, columns.length);
});

const stretch = (label: string, p99: number | null): LoopStretch => ({
  label,
  delay: p99 === null ? null : { p99, worst: 2 * p99 },
  pages: { milliseconds: [1, 2, 3], failures: 1 },
  others: undefined,
});

test('the aim holds for pages beside other requests', () => {
  const verdict = (p99: number | null) =>
    reportEventLoop(1000, [stretch('pages alone', 99), stretch(AIMED_STRETCH, p99)]).ratios.map(
      isMet,
    );
  assert.deepEqual(verdict(10), [true]);
  assert.deepEqual(verdict(10.1), [false]);
  assert.deepEqual(verdict(null), [false]);
  assert.deepEqual(reportEventLoop(1000, []).ratios.map(isMet), [false]);
});

test('a stretch has a row, and requests that failed are told', () => {
  const { columns, rows, notes } = reportEventLoop(1000, [stretch(AIMED_STRETCH, 4)]);
  assert.deepEqual(rows, [[AIMED_STRETCH, 4, 8, 3, 2, 2.98, 0, null]]);
  assert.equal(rows[0]?.length, columns.length);
  assert.equal(notes[0], '1 requests failed.');
});

test('memory has no aim', () => {
  const { rows, ratios } = reportServerMemory(1000, [
    { after: 'its start', megabytes: 100, peakMegabytes: null },
  ]);
  assert.deepEqual([rows, ratios], [[['its start', 100, null]], []]);
});
