import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../../scripts/lab/bench/bench-report.ts';
import type { PeerResult } from '../../../../../scripts/lab/bench/publish/measure-peer.ts';
import type { OwnResult } from '../../../../../scripts/lab/bench/publish/own-run.ts';
import { listRatios, reportTimes } from '../../../../../scripts/lab/bench/publish/report-times.ts';

const edits = (times: readonly number[]) =>
  times.map((whole) => ({ arrival: { head: whole / 2, whole } }));

const own = (data: readonly number[], page: readonly number[], failure?: string): OwnResult => ({
  edits: { data: edits(data), page: edits(page) },
  editsUnderLoad: { data: [], page: [] },
  memory: { residentMegabytes: null, proportionalMegabytes: null },
  failure,
});

const peer = (milliseconds: number, settings: Partial<PeerResult> = {}): PeerResult => ({
  label: 'Hugo',
  isDataOnly: true,
  way: 'watch',
  milliseconds: [milliseconds],
  failure: undefined,
  ...settings,
});

const verdicts = (
  size: number,
  data: number | null,
  page: number | null,
  peers: readonly PeerResult[],
) => listRatios(size, { data, page }, peers).map(isMet);

test('aims hang on the number of reviews, and what a page adds does not', () => {
  assert.deepEqual(verdicts(300, 500, 520, []), [true]);
  assert.deepEqual(verdicts(1000, 50, 70, []), [true, true]);
  assert.deepEqual(verdicts(1000, 51, 72, []), [false, false]);
  assert.deepEqual(verdicts(100_000, 250, 270, []), [true, true]);
  assert.deepEqual(verdicts(100_000, 251, null, []), [false, false]);
});

test('data are held against Hugo at 10,000, pages against the fastest peer at any size', () => {
  const pages = { isDataOnly: false, label: 'Eleventy' };
  const peers = [peer(1600), peer(1, { label: 'Eleventy' }), peer(300, pages), peer(240, pages)];
  assert.deepEqual(verdicts(10_000, 80, 80, peers), [true, true, true, true]);
  assert.deepEqual(verdicts(10_000, 81, 81, peers), [false, false, true, false]);
  assert.deepEqual(verdicts(1000, 10, 10, peers), [true, true, true]);
  const failed = peer(0, { ...pages, milliseconds: [], failure: 'it ended with code 1' });
  assert.deepEqual(verdicts(1000, 10, 10, [failed]), [true, true, false]);
});

test('every way has a row with its factor', () => {
  const { rows, ratios } = reportTimes(10_000, own([40, 60], [50, 70]), [peer(1000)], []);
  assert.deepEqual(rows[0], ['reviews.json is served: Testimony', 2, 50, 59, 60, 1]);
  assert.deepEqual(rows[1], ['  its first byte', 2, 25, 29.5, 30, 0.5]);
  assert.deepEqual(rows[3], ['  Hugo, watching', 1, 1000, 1000, 1000, 20]);
  assert.deepEqual(rows[4], ['its page is served: Testimony', 2, 60, 69, 70, 1]);
  assert.deepEqual(ratios.map(isMet), [true, true, true]);
});

test('what could not be measured is told', () => {
  const failed = peer(0, { milliseconds: [], failure: 'a build took longer than 120 s' });
  const result = own([40], [], 'the edit was not served within 60 s');
  const { notes } = reportTimes(10_000, result, [failed], ['of the run']);
  assert.match(notes[0] ?? '', /^Testimony .* the edit was not served within 60 s\.$/);
  assert.match(notes[1] ?? '', /^Hugo, data files, watching, .* longer than 120 s\.$/);
  assert.equal(notes.at(-1), 'of the run');
});

test('nothing measured is nothing met', () => {
  const { rows, ratios } = reportTimes(10_000, own([], [], 'it does not start'), [peer(1000)], []);
  assert.deepEqual(rows[0]?.slice(1), [0, null, null, null, null]);
  assert.deepEqual(ratios.map(isMet), [false, false, false]);
});
