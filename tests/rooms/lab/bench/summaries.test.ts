import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reckonFanOut } from '../../../../scripts/lab/bench/fanout/report.ts';
import { Tally } from '../../../../scripts/lab/bench/fanout/tally.ts';
import { reportAnalysis } from '../../../../scripts/lab/bench/insights/report.ts';
import { DelayReport, summariseDelays } from '../../../../scripts/lab/bench/publish/delay-probe.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';

test('rates of a fan-out run from the first to the last delivery, times from the start', () => {
  const nothing = new Tally(0).arrivals();
  const came = { ...nothing, total: 1000, lengths: [500_000], connections: 64 };
  const timed = { ...came, firstAt: 1500, lastAt: 3500 };
  const [before, after] = [
    { sender: 1, subscribers: 2 },
    { sender: 1.5, subscribers: 3 },
  ];
  assert.deepEqual(reckonFanOut(timed, 1000, before, after), {
    deliveriesPerSecond: 500,
    megabytesPerSecond: 250,
    cpuSecondsPerThousand: 0.5,
    firstMilliseconds: 500,
    lastMilliseconds: 2500,
    subscribersPercent: 50,
    connections: 64,
  });
  const unknown = { sender: null, subscribers: null };
  const { cpuSecondsPerThousand, subscribersPercent } = reckonFanOut(timed, 0, unknown, unknown);
  assert.deepEqual([cpuSecondsPerThousand, subscribersPercent], [null, null]);
  assert.throws(() => reckonFanOut(nothing, 0, before, after), /nothing was delivered/);
});

test('speeds of the insights follow from the median times, and a peer is held against its own rounds', () => {
  const {
    rows,
    ratios = [],
    notes = [],
  } = reportAnalysis(
    { texts: 'generated', size: 1000 },
    new Map([
      ['Testimony', { rounds: [{ analysis: [100] }, { analysis: [200] }, { analysis: [400] }] }],
      ['segmentation alone', { rounds: [{ analysis: [50], clauses: [8000] }] }],
      ['VADER', { rounds: [{ analysis: [300] }, { analysis: [500] }, { analysis: [600] }] }],
      ['AFINN', { failure: 'it is not installed' }],
    ]),
    ['of the run'],
  );
  assert.deepEqual(rows, [
    ['Testimony', 200, 5000, 40_000, 1],
    ['segmentation alone', 50, 20_000, 160_000, 0.5],
    ['VADER', 500, 2000, 16_000, 2.5],
    ['AFINN', null, null, null, null],
  ]);
  assert.deepEqual([ratios.map(isMet), ratios[0]?.value], [[true], 2.5]);
  assert.equal(notes[0], 'AFINN could not be measured: it is not installed.');
  assert.equal(notes.at(-1), 'of the run');
});

test('delays of stretches of time count by how much was recorded in each', () => {
  const delays = (count: number, max: number, percentiles: [number, number][]) =>
    DelayReport.parse({
      number: 1,
      count,
      max: max * 1e6,
      percentiles: percentiles.map(([percentile, delay]) => [percentile, delay * 1e6]),
    });
  const idle = delays(9900, 2, [
    [0, 1],
    [100, 2],
  ]);
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
  for (const [reports, summary] of [
    [[steep], { p99: 30, worst: 50 }],
    // 50 of 9,950 are less than one in a hundred.
    [[idle, blocked], { p99: 2, worst: 80 }],
    [[idle, blocked, blocked, blocked], { p99: 80, worst: 80 }],
    [[], null],
    [[empty], null],
    [[empty, idle], { p99: 2, worst: 2 }],
  ] as const) {
    assert.deepEqual(summariseDelays(reports), summary);
  }
});
