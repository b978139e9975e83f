import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportAnalysis } from '../../../../scripts/lab/bench/insights/report.ts';
import type { Sample } from '../../../../scripts/lab/bench/insights/sample.ts';
import { type Results, runTasks, TASKS } from '../../../../scripts/lab/bench/insights/tasks.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';

const sample: Sample = { texts: 'generated', size: 1000 };

test('tasks take turns round by round, and one that fails is not tried again', async () => {
  const asked: string[] = [];
  const results = await runTasks(sample, {
    rounds: 2,
    folder: '',
    progress: () => {},
    run: async (task) => {
      asked.push(task);
      if (task === 'VADER') throw new Error('it is not installed');
      return { analysis: [asked.length] };
    },
  });
  assert.deepEqual(asked, [...TASKS, ...TASKS.filter((task) => task !== 'VADER')]);
  assert.deepEqual(results.get('VADER'), { failure: 'it is not installed' });
  assert.deepEqual(results.get('Testimony'), { rounds: [{ analysis: [1] }, { analysis: [8] }] });
});

const results: Results = new Map([
  ['Testimony', { rounds: [{ analysis: [100] }, { analysis: [200] }, { analysis: [400] }] }],
  ['segmentation alone', { rounds: [{ analysis: [50], clauses: [8000] }] }],
  ['VADER', { rounds: [{ analysis: [300] }, { analysis: [500] }, { analysis: [600] }] }],
  ['AFINN', { failure: 'it is not installed' }],
  [
    'publish',
    {
      rounds: [
        { datasetHeap: [30], next: [1, 2, 18] },
        { datasetHeap: [20], next: [15] },
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
  assert.deepEqual([ratios.map(isMet), ratios[0]?.value], [[true], 2.5]);
  assert.equal(notes[0], 'AFINN could not be measured: it is not installed.');
  assert.equal(notes.at(-1), 'of the run');
});
