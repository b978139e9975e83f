import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../../scripts/lab/bench/bench-report.ts';
import { type Peak, reportMemory } from '../../../../../scripts/lab/bench/fanout/report-memory.ts';
import { reportTopic } from '../../../../../scripts/lab/bench/fanout/report-topic.ts';
import { fanOut } from './arrivals.ts';

const RESULT = {
  path: '/feed.xml',
  subscriptions: 1000,
  bodyBytes: 50_400,
  ours: [fanOut(80), fanOut(90)],
  peer: [fanOut(100), fanOut(100)],
  others: [{ label: 'signed', fanOuts: [fanOut(70)] }],
  failures: [],
};

test('every sender has a row with the medians of its rounds', () => {
  const { title, columns, rows } = reportTopic(RESULT, []);
  assert.equal(title, '/feed.xml (50 kB) to 1,000 subscribers over TLS');
  assert.deepEqual(
    rows.map((row) => row.slice(0, 3)),
    [
      ['Testimony', 2, 85],
      ['bare undici', 2, 100],
      ['signed', 1, 70],
    ],
  );
  for (const row of rows) assert.equal(row.length, columns.length);
});

test('the aim is 0.8 of the bare loop', () => {
  const verdictOf = (rate: number) => {
    const { ratios } = reportTopic({ ...RESULT, ours: [fanOut(rate), fanOut(rate)] }, []);
    return ratios.map(isMet);
  };
  assert.deepEqual(verdictOf(80), [true]);
  assert.deepEqual(verdictOf(79), [false]);
});

test('what failed is told and met nothing', () => {
  const failed = { ...RESULT, bodyBytes: 0, ours: [], peer: [], failures: ['It did not start.'] };
  const { rows, ratios, notes } = reportTopic(failed, ['of the run']);
  assert.deepEqual(rows[0]?.slice(1, 4), [0, null, null]);
  assert.deepEqual(ratios.map(isMet), [false]);
  assert.deepEqual([notes[0], notes.at(-1)], ['It did not start.', 'of the run']);
});

const peak = (subscriptions: number, megabytes: number | null): Peak => ({
  subscriptions,
  bodyBytes: 1e6,
  rounds: 3,
  megabytes,
  peerMegabytes: 100,
});

test('memory at the most subscribers may be half more than at the least', () => {
  const verdictOf = (most: number | null) =>
    reportMemory([peak(10_000, most), peak(1000, 200), peak(3000, 900)], '/a').ratios.map(isMet);
  assert.deepEqual(verdictOf(300), [true]);
  assert.deepEqual(verdictOf(301), [false]);
  assert.deepEqual(verdictOf(null), [false]);
});

test('one number of subscribers shows no growth', () => {
  const { rows, ratios } = reportMemory([peak(10_000, 200)], '/a');
  assert.deepEqual(rows, [['10,000', 3, 10, 200, 100]]);
  assert.deepEqual(ratios, []);
});
