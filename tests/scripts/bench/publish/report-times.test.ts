import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../scripts/bench/bench-report.ts';
import type { MeasuredEdit } from '../../../../scripts/bench/publish/measure-edit.ts';
import type { PeerResult } from '../../../../scripts/bench/publish/measure-peer.ts';
import type { OwnResult } from '../../../../scripts/bench/publish/own-run.ts';
import { listRatios, reportTimes } from '../../../../scripts/bench/publish/report-times.ts';

const edit = (whole: number, page: number | null, isBusy = false): MeasuredEdit => ({
  served: { head: whole / 2, whole },
  page,
  isBusy,
});

const own = (edits: readonly MeasuredEdit[], failure?: string): OwnResult => ({
  edits,
  editsUnderLoad: [],
  peak: { ownMegabytes: null, childMegabytes: null },
  failure,
});

const hugo: PeerResult = {
  label: 'Hugo',
  isDataOnly: true,
  way: 'watch',
  milliseconds: [1000],
  failure: undefined,
};

test('aims hang on the number of reviews', () => {
  const verdicts = (size: number, ours: number | null, theirs: number | null) =>
    listRatios(size, ours, theirs).map(isMet);
  assert.deepEqual(verdicts(1000, 1, 1000), []);
  assert.deepEqual(verdicts(10_000, 100, 2000), [true, true]);
  assert.deepEqual(verdicts(10_000, 101, 2000), [false, false]);
  assert.deepEqual(verdicts(10_000, 50, null), [true, false]);
  assert.deepEqual(verdicts(10_000, null, 2000), [false, false]);
  assert.deepEqual(verdicts(100_000, 300, null), [true]);
});

test('every way has a row with its factor', () => {
  const { rows, ratios } = reportTimes(10_000, own([edit(40, 2000), edit(60, null)]), [hugo], []);
  assert.deepEqual(rows[0], ['reviews.json is served: Testimony', 2, 50, 59, 60, 1]);
  assert.deepEqual(rows[1], ['  its first byte', 2, 25, 29.5, 30, 0.5]);
  assert.deepEqual(rows[3], ['  Hugo, watching', 1, 1000, 1000, 1000, 20]);
  assert.deepEqual(rows[4], ['its page is served: Testimony', 1, 2000, 2000, 2000, 1]);
  assert.deepEqual(ratios.map(isMet), [true, true]);
});

test('what could not be measured, or not in peace, is told', () => {
  const failed = { ...hugo, milliseconds: [], failure: 'a build took longer than 120 s' };
  const result = own([edit(40, 9, true)], 'the edit was not served within 60 s');
  const { notes } = reportTimes(10_000, result, [failed], ['of the run']);
  assert.match(notes[0] ?? '', /^Testimony .* the edit was not served within 60 s\.$/);
  assert.match(notes[1] ?? '', /^1 of 1 edits were saved while pages/);
  assert.match(notes[2] ?? '', /^Hugo, data files, watching, .* longer than 120 s\.$/);
  assert.equal(notes.at(-1), 'of the run');
});

test('nothing measured is nothing met', () => {
  const { rows, ratios } = reportTimes(10_000, own([], 'it does not start'), [hugo], []);
  assert.deepEqual(rows[0]?.slice(1), [0, null, null, null, null]);
  assert.deepEqual(ratios.map(isMet), [false, false]);
});
