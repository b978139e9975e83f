import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasuredEdit, Stretch } from '../../../../scripts/bench/publish/measure-edit.ts';
import type { PeerResult } from '../../../../scripts/bench/publish/measure-peer.ts';
import {
  calmEdits,
  fastestMedian,
  pageTimes,
  servedTimes,
  spreadOf,
  stretchesOf,
  summarisePhase,
} from '../../../../scripts/bench/publish/summaries.ts';

const edit = (whole: number, page: number | null = null, isBusy = false): MeasuredEdit => ({
  served: { head: whole - 1, whole },
  page,
  isBusy,
});

const stretch = (milliseconds: number[], max: number, failures = 0): Stretch => ({
  delay: {
    number: 1,
    count: 10,
    max,
    percentiles: [
      [0, 1],
      [100, max],
    ],
  },
  latencies: { milliseconds, failures },
});

const peer = (label: string, isDataOnly: boolean, milliseconds: number[]): PeerResult => ({
  label,
  isDataOnly,
  way: 'command',
  milliseconds,
  failure: undefined,
});

test('a spread is median, 95th percentile and most', () => {
  assert.deepEqual(spreadOf([3, 1, 2]), [2, 2.9, 3]);
  assert.deepEqual(spreadOf([]), [null, null, null]);
});

test('edits that found the server at work count only where there are no others', () => {
  const busy = edit(900, null, true);
  assert.deepEqual(servedTimes(calmEdits([edit(50), busy, edit(60)])), [50, 60]);
  assert.deepEqual(servedTimes(calmEdits([busy])), [900]);
});

test('an edit whose page was not waited for has no time of its page', () => {
  assert.deepEqual(pageTimes([edit(50, 2000), edit(60), edit(70, 3000)]), [2000, 3000]);
});

test("a peer's faster way counts, data and pages apart", () => {
  const peers = [
    peer('Hugo', true, [200, 300, 250]),
    peer('Hugo', true, [500, 100, 150]),
    peer('Hugo', false, [10]),
    peer('Eleventy', true, [20]),
  ];
  assert.equal(fastestMedian(peers, 'Hugo', true), 150);
  assert.equal(fastestMedian(peers, 'Hugo', false), 10);
  assert.equal(fastestMedian([...peers, peer('Other', true, [])], 'Other', true), null);
});

test('a phase has the figures of all its stretches together', () => {
  assert.deepEqual(summarisePhase([stretch([1, 2], 5, 1), stretch([9], 7)]), {
    delay: { p99: 7, worst: 7 },
    requests: 3,
    failures: 1,
    p99: 8.86,
    worst: 9,
  });
  assert.deepEqual(summarisePhase([]), {
    delay: null,
    requests: 0,
    failures: 0,
    p99: null,
    worst: null,
  });
});

test('stretches are told apart by phase, and edits without readers have none', () => {
  const [data, pages] = [stretch([1], 1), stretch([2], 2)];
  const edits = [edit(50), { ...edit(60), stretches: { data, pages } }];
  assert.deepEqual(stretchesOf(edits, 'data'), [data]);
  assert.deepEqual(stretchesOf(edits, 'pages'), [pages]);
});
