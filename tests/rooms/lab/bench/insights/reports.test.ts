import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../../scripts/lab/bench/bench-report.ts';
import { reportAnalysis } from '../../../../../scripts/lab/bench/insights/report-analysis.ts';
import {
  listRatios,
  reportPublishing,
} from '../../../../../scripts/lab/bench/insights/report-publishing.ts';
import type { Results } from '../../../../../scripts/lab/bench/insights/run-tasks.ts';
import type { Sample } from '../../../../../scripts/lab/bench/insights/sample.ts';

const sample: Sample = { texts: 'generated', size: 1000 };

const results: Results = new Map([
  ['Testimony', { rounds: [{ analysis: [100] }, { analysis: [200] }, { analysis: [400] }] }],
  ['segmentation alone', { rounds: [{ analysis: [50], clauses: [8000] }] }],
  ['VADER', { rounds: [{ analysis: [300] }, { analysis: [500] }, { analysis: [600] }] }],
  ['AFINN', { failure: 'it is not installed' }],
  [
    'publish',
    {
      rounds: [
        { datasetHeap: [30], next: [1, 2, 9] },
        { datasetHeap: [20], next: [3] },
      ],
    },
  ],
  ['plain', { rounds: [{ datasetHeap: [8] }, { datasetHeap: [9] }] }],
]);

test('speeds follow from the median times, and a peer is held against its own rounds', () => {
  const { rows, ratios, notes } = reportAnalysis(sample, results, ['of the run']);
  assert.deepEqual(rows, [
    ['Testimony', 200, 5000, 40_000, 1],
    ['segmentation alone', 50, 20_000, 160_000, 0.5],
    ['VADER', 500, 2000, 16_000, 2.5],
    ['AFINN', null, null, null, null],
  ]);
  assert.deepEqual(ratios.map(isMet), [true]);
  assert.equal(ratios[0]?.value, 2.5);
  assert.equal(notes[0], 'AFINN could not be measured: it is not installed.');
  assert.equal(notes.at(-1), 'of the run');
});

test('edits of all rounds are told together, and annotations are what a dataset holds more', () => {
  const { rows } = reportPublishing(sample, results, []);
  const rowOf = (start: string) => rows.find(([what]) => String(what).trim().startsWith(start));
  assert.deepEqual(rowOf('all three')?.slice(1), [1, 2.5, 9]);
  assert.deepEqual(rowOf('annotations')?.slice(1), [11, 16.5, 22]);
  assert.deepEqual(rowOf('with the release before')?.slice(1), [null, null, null]);
});

test('the aim of an edit hangs on the number of reviews', () => {
  const verdicts = (size: number, milliseconds: number | null) =>
    listRatios(size, milliseconds).map(isMet);
  assert.deepEqual(verdicts(10_000, 1), []);
  assert.deepEqual(verdicts(100_000, 15), [true]);
  assert.deepEqual(verdicts(100_000, 15.1), [false]);
  assert.deepEqual(verdicts(100_000, null), [false]);
});
