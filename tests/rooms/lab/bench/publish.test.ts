import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DelayReport, summariseDelays } from '../../../../scripts/lab/bench/publish/delay-probe.ts';
import type { PeerResult } from '../../../../scripts/lab/bench/publish/peers.ts';
import { listRatios } from '../../../../scripts/lab/bench/publish/report.ts';
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
