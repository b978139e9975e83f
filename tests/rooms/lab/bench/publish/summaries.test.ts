import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  MeasuredEdit,
  Stretch,
} from '../../../../../scripts/lab/bench/publish/measure-edit.ts';
import type { PeerResult } from '../../../../../scripts/lab/bench/publish/measure-peer.ts';
import {
  fastestMedian,
  headTimes,
  servedTimes,
  spreadOf,
  stretchesOf,
  summarisePhase,
} from '../../../../../scripts/lab/bench/publish/summaries.ts';

const edit = (whole: number): MeasuredEdit => ({ arrival: { head: whole - 1, whole } });

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

const peer = (milliseconds: number[]): PeerResult => ({
  label: 'Hugo',
  isDataOnly: true,
  way: 'command',
  milliseconds,
  failure: undefined,
});

test('a spread is median, 95th percentile and most', () => {
  assert.deepEqual(spreadOf([3, 1, 2]), [2, 2.9, 3]);
  assert.deepEqual(spreadOf([]), [null, null, null]);
});

test('an edit is there with the head of an answer, and whole with its last byte', () => {
  assert.deepEqual(headTimes([edit(50), edit(60)]), [49, 59]);
  assert.deepEqual(servedTimes([edit(50), edit(60)]), [50, 60]);
});

test('the fastest of some results counts, and those without a figure do not', () => {
  assert.equal(fastestMedian([peer([200, 300, 250]), peer([500, 100, 150]), peer([])]), 150);
  assert.equal(fastestMedian([peer([])]), null);
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
  const [until, after] = [stretch([1], 1), stretch([2], 2)];
  const edits = [edit(50), { ...edit(60), stretches: { until, after } }];
  assert.deepEqual(stretchesOf(edits, 'until'), [until]);
  assert.deepEqual(stretchesOf(edits, 'after'), [after]);
});
