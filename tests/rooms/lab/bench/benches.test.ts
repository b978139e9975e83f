import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRatios } from '../../../../scripts/lab/bench/build/build.ts';
import type { ColdSample } from '../../../../scripts/lab/bench/pages/cold-pages.ts';
import { AIMED_STRETCH, type LoopStretch } from '../../../../scripts/lab/bench/pages/event-loop.ts';
import {
  reportColdPages,
  reportEventLoop,
  reportPageKinds,
} from '../../../../scripts/lab/bench/pages/report.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';
import { datesOf } from '../../../../scripts/lab/bench/since.ts';

test('all codings are held against Eleventy, and identity alone against twice the time of Hugo', () => {
  const verdicts = (seconds: Readonly<Record<string, number>>) =>
    listRatios((id) => seconds[id] ?? null).map(isMet);
  const peers = { eleventy: 6, hugo: 3 };
  assert.deepEqual(verdicts({ ...peers, testimony: 6, identity: 6 }), [true, true]);
  assert.deepEqual(verdicts({ ...peers, testimony: 6.1, identity: 6.1 }), [false, false]);
  assert.deepEqual(verdicts({ testimony: 1, identity: 1 }), [false, false]);
});

test('slices end with the newest review, whatever the order', () => {
  const dates = ['2026-03-01', '2019-12-31', '2026-03-15'];
  assert.deepEqual(datesOf(dates.map((datePublished) => ({ datePublished }))), {
    day: '2026-03-15',
    month: '2026-02-13',
    year: '2025-03-15',
    everything: '2019-12-31',
  });
});

const cold = (requestsPerSecond: number, loopMicroseconds: number | null = 700): ColdSample => ({
  ...{ requestsPerSecond, loopMicroseconds, cpuMicroseconds: 1500 },
  ...{ busyPercent: 150, p50Milliseconds: 30, p99Milliseconds: 60 },
});
const series = (label: string, samples: readonly ColdSample[]) => ({ label, headers: {}, samples });

test('every way to ask for cold pages has a row and the aim, a server just started has no aim', () => {
  const identity = series('identity', [cold(900), cold(1200, 900), cold(1000)]);
  const brotli = series('brotli', [cold(999, null)]);
  const result = { first: cold(300), series: [identity, brotli] };
  const { columns, rows, ratios, notes } = reportColdPages(1000, result, ['of the run']);
  assert.deepEqual(rows[0], ['identity', 3, 1000, 1500, 700, 150, 30, 60]);
  assert.deepEqual(
    rows.map((row) => [row[2], row[4]]),
    [
      [1000, 700],
      [999, null],
      [300, 700],
    ],
  );
  for (const row of rows) assert.equal(row.length, columns.length);
  assert.deepEqual(ratios.map(isMet), [true, false]);
  assert.equal(notes.at(-1), 'of the run');
});

test('a kind of page has its sizes and times', () => {
  const sizes = { label: '/', bytes: 90_000, brotliBytes: 11_000 };
  const kind = { ...sizes, milliseconds: [1, 2, 3], loopMilliseconds: null };
  assert.deepEqual(reportPageKinds(1000, [kind]).rows, [['/', 90, 11, 2, 2.9, null]]);
});

test('the aim holds for pages beside other requests, and failed requests are noted', () => {
  const stretch = (label: string, p99: number | null): LoopStretch => ({
    label,
    delay: p99 === null ? null : { p99, worst: 2 * p99 },
    pages: { milliseconds: [1, 2, 3], failures: 1 },
    others: undefined,
  });
  for (const { p99, met } of [
    { p99: 10, met: true },
    { p99: 10.1, met: false },
    { p99: null, met: false },
  ]) {
    const { ratios } = reportEventLoop(1000, [stretch('alone', 99), stretch(AIMED_STRETCH, p99)]);
    assert.deepEqual(ratios.map(isMet), [met]);
  }
  assert.deepEqual(reportEventLoop(1000, []).ratios.map(isMet), [false]);
  const { columns, rows, notes } = reportEventLoop(1000, [stretch(AIMED_STRETCH, 4)]);
  assert.deepEqual(rows, [[AIMED_STRETCH, 4, 8, 3, 2, 2.98, 0, null]]);
  assert.equal(rows[0]?.length, columns.length);
  assert.equal(notes[0], '1 requests failed.');
});
