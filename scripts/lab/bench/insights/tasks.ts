import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { finish, startChild } from '../process/process.ts';
import type { Sample } from './sample.ts';

/** Ways to analyse all texts: ours first. The peers score each of the clauses that we cut. */
export const ANALYSES = ['Testimony', 'segmentation alone', 'VADER', 'AFINN'] as const;
export type AnalysisName = (typeof ANALYSES)[number];

/** In the order of a round: `restart` finds what `publish` leaves, `plain` analyses nothing. */
export const TASKS = [...ANALYSES, 'publish', 'restart', 'plain'] as const;
export type TaskName = (typeof TASKS)[number];

/** What can be measured: times in milliseconds, heaps and the peak in megabytes. */
const FigureName = z.enum([
  'analysis',
  'clauses',
  'unpacking',
  /** The first dataset, insights of it, and insights.json. */
  'dataset',
  'insights',
  'rendering',
  'bytes',
  /** The same after an edit, and all three together. */
  'nextDataset',
  'nextInsights',
  'nextRendering',
  'next',
  /** What is held because of each, after a collection. */
  'modelHeap',
  'datasetHeap',
  'insightsHeap',
  'peak',
]);
export type FigureName = z.infer<typeof FigureName>;

export const Figures = z.partialRecord(FigureName, z.array(z.number()));
export type Figures = z.infer<typeof Figures>;

export type Outcome = { readonly rounds: readonly Figures[] } | { readonly failure: string };

export type Results = ReadonlyMap<TaskName, Outcome>;

type RunOptions = {
  readonly rounds: number;
  /** An empty folder, for what one task leaves to another. */
  readonly folder: string;
  readonly progress: (message: string) => void;
};

/** Measures all tasks in turn, round by round, so that a disturbance meets them alike. */
export async function runTasks(
  sample: Sample,
  { rounds, folder, progress }: RunOptions,
): Promise<Results> {
  const figures = new Map(TASKS.map((task): [TaskName, Figures[]] => [task, []]));
  const failures = new Map<TaskName, string>();
  for (let round = 1; round <= rounds; round++) {
    for (const task of TASKS) {
      if (failures.has(task)) continue;
      progress(`${task}, ${sample.size} ${sample.texts} reviews, round ${round} of ${rounds}`);
      try {
        figures.get(task)?.push(await runTask(task, sample, folder));
      } catch (error) {
        failures.set(task, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return new Map(
    TASKS.map((task): [TaskName, Outcome] => {
      const failure = failures.get(task);
      return [task, failure === undefined ? { rounds: figures.get(task) ?? [] } : { failure }];
    }),
  );
}

/** Runs a task in a process of its own, so that none has another's memory or compiled code. */
async function runTask(task: TaskName, sample: Sample, folder: string): Promise<Figures> {
  const program = fileURLToPath(new URL('./run-task.ts', import.meta.url));
  const args = ['--expose-gc', program, task, sample.texts, String(sample.size), folder];
  await using child = await startChild(process.execPath, args);
  return Figures.parse(JSON.parse(await finish(child)));
}

export function valuesOf(results: Results, task: TaskName, figure: FigureName): number[] {
  return roundsOf(results, task).flatMap((figures) => figures[figure] ?? []);
}

/** Compares each round of a task with that of another, by a figure measured once a round. */
export function compareTasks(
  results: Results,
  [task, other]: readonly [TaskName, TaskName],
  figure: FigureName,
  compare: (value: number, otherValue: number) => number,
): number[] {
  const others = roundsOf(results, other);
  return roundsOf(results, task).flatMap((figures, round) => {
    const [value] = figures[figure] ?? [];
    const [otherValue] = others[round]?.[figure] ?? [];
    return value === undefined || otherValue === undefined ? [] : [compare(value, otherValue)];
  });
}

export function describeFailures(results: Results): string[] {
  return [...results].flatMap(([task, outcome]) =>
    'failure' in outcome ? [`${task} could not be measured: ${outcome.failure}.`] : [],
  );
}

function roundsOf(results: Results, task: TaskName) {
  const outcome = results.get(task);
  return outcome && 'rounds' in outcome ? outcome.rounds : [];
}
