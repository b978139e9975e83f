import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DelayReport, summariseDelays } from '../../../../scripts/lab/bench/publish/delay-probe.ts';
import type { OwnResult } from '../../../../scripts/lab/bench/publish/own-run.ts';
import type { PeerResult } from '../../../../scripts/lab/bench/publish/peers.ts';
import {
  fastestMedian,
  listRatios,
  reportTimes,
  summarisePhase,
} from '../../../../scripts/lab/bench/publish/report.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';

const delays = (count: number, max: number, percentiles: [number, number][]) =>
  DelayReport.parse({
    number: 1,
    count,
    max: max * 1e6,
    percentiles: percentiles.map(([percentile, delay]) => [percentile, delay * 1e6]),
  });
const EVEN: [number, number][] = [
  [0, 1],
  [100, 2],
];
const idle = delays(9900, 2, EVEN);
const blocked = delays(50, 80, [
  [0, 40],
  [100, 80],
]);
const steep = delays(1000, 50, [
  [50, 1.1],
  [98, 2],
  [99.5, 30],
  [100, 50],
]);
const empty = delays(0, 0, [[100, 0]]);

for (const { what, reports, summary } of [
  { what: 'one stretch', reports: [steep], summary: { p99: 30, worst: 50 } },
  // 50 of 9,950 are less than one in a hundred.
  { what: 'a short block', reports: [idle, blocked], summary: { p99: 2, worst: 80 } },
  {
    what: 'a longer block',
    reports: [idle, blocked, blocked, blocked],
    summary: { p99: 80, worst: 80 },
  },
  { what: 'nothing', reports: [], summary: null },
  { what: 'an empty stretch', reports: [empty], summary: null },
  {
    what: 'an empty stretch beside another',
    reports: [empty, idle],
    summary: { p99: 2, worst: 2 },
  },
]) {
  test(`the delays of ${what} count by how much was recorded`, () => {
    assert.deepEqual(summariseDelays(reports), summary);
  });
}

test('a phase has the figures of all its stretches together', () => {
  const stretch = (milliseconds: number[], failures: number) => ({
    delay: idle,
    latencies: { milliseconds, failures },
  });
  const figures = { requests: 3, failures: 1, p99: 8.86, worst: 9 };
  const summary = { delay: { p99: 2, worst: 2 }, ...figures };
  assert.deepEqual(summarisePhase([stretch([1, 2], 1), stretch([9], 0)]), summary);
  const nothing = { delay: null, requests: 0, failures: 0, p99: null, worst: null };
  assert.deepEqual(summarisePhase([]), nothing);
});

const edits = (times: readonly number[]) =>
  times.map((whole) => ({ arrival: { head: whole / 2, whole } }));
const own = (data: readonly number[], page: readonly number[], failure?: string): OwnResult => ({
  edits: { data: edits(data), page: edits(page) },
  editsUnderLoad: { data: [], page: [] },
  memory: { residentMegabytes: null, proportionalMegabytes: null },
  failure,
});
const peer = (milliseconds: readonly number[], given: Partial<PeerResult> = {}): PeerResult => ({
  label: 'Hugo',
  isDataOnly: true,
  way: 'watch',
  milliseconds,
  failure: undefined,
  ...given,
});
const PAGES = { isDataOnly: false, label: 'Eleventy' };
const PEERS = [
  peer([1600]),
  peer([1], { label: 'Eleventy' }),
  peer([300], PAGES),
  peer([240], PAGES),
];

for (const { size, data, page, peers, met } of [
  { size: 300, data: 500, page: 520, peers: [], met: [true] },
  { size: 1000, data: 50, page: 70, peers: [], met: [true, true] },
  { size: 1000, data: 51, page: 72, peers: [], met: [false, false] },
  { size: 100_000, data: 250, page: 270, peers: [], met: [true, true] },
  { size: 100_000, data: 251, page: null, peers: [], met: [false, false] },
  { size: 10_000, data: 80, page: 80, peers: PEERS, met: [true, true, true, true] },
  { size: 10_000, data: 81, page: 81, peers: PEERS, met: [false, false, true, false] },
  { size: 1000, data: 10, page: 10, peers: PEERS, met: [true, true, true] },
  { size: 1000, data: 10, page: 10, peers: [peer([], PAGES)], met: [true, true, false] },
]) {
  test(`aims at ${size} with data ${data}, page ${page} and ${peers.length} peers`, () => {
    assert.deepEqual(listRatios(size, { data, page }, peers).map(isMet), met);
  });
}

test('every way has a row with its factor', () => {
  const { rows, ratios } = reportTimes(10_000, own([40, 60], [50, 70]), [peer([1000])], []);
  assert.deepEqual(rows[0], ['reviews.json is served: Testimony', 2, 50, 59, 60, 1]);
  assert.deepEqual(rows[1], ['  its first byte', 2, 25, 29.5, 30, 0.5]);
  assert.deepEqual(rows[3], ['  Hugo, watching', 1, 1000, 1000, 1000, 20]);
  assert.deepEqual(rows[4], ['its page is served: Testimony', 2, 60, 69, 70, 1]);
  assert.deepEqual(ratios.map(isMet), [true, true, true]);
  assert.equal(fastestMedian([peer([200, 300, 250]), peer([500, 100, 150]), peer([])]), 150);
});

test('failures are noted, and nothing measured is nothing met', () => {
  const failed = peer([], { failure: 'a build took longer than 120 s' });
  const result = own([], [], 'the edit was not served within 60 s');
  const { rows, ratios, notes } = reportTimes(10_000, result, [failed], ['of the run']);
  assert.match(notes[0] ?? '', /^Testimony .* the edit was not served within 60 s\.$/);
  assert.match(notes[1] ?? '', /^Hugo, data files, watching, .* longer than 120 s\.$/);
  assert.equal(notes.at(-1), 'of the run');
  assert.deepEqual(rows[0]?.slice(1), [0, null, null, null, null]);
  assert.deepEqual(ratios.map(isMet), [false, false, false]);
});
