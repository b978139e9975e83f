import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTask, runTasks } from '../../../../../scripts/lab/bench/insights/run-tasks.ts';
import type { Sample } from '../../../../../scripts/lab/bench/insights/sample.ts';
import { TASKS } from '../../../../../scripts/lab/bench/insights/tasks.ts';

const sample: Sample = { texts: 'generated', size: 3 };

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

test('a task runs in a process of its own, which tells its figures', async () => {
  const { analysis, clauses } = await runTask('segmentation alone', sample, '');
  assert.ok((analysis?.[0] ?? 0) > 0 && (clauses?.[0] ?? 0) > 0);
});
