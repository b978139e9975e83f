import { fileURLToPath } from 'node:url';
import { finish, startChild } from '../process/child.ts';
import { Figures } from './figures.ts';
import type { Sample } from './sample.ts';
import { TASKS, type TaskName } from './tasks.ts';

/** What a task came to: its figures round by round, or why there are none. */
export type Outcome = { readonly rounds: readonly Figures[] } | { readonly failure: string };

export type Results = ReadonlyMap<TaskName, Outcome>;

type Settings = {
  readonly rounds: number;
  /** An empty folder, for what one task leaves to another. */
  readonly folder: string;
  readonly progress: (message: string) => void;
  readonly run?: typeof runTask;
};

/** Measures all tasks in turn, round by round, so that a disturbance meets them alike. */
export async function runTasks(
  sample: Sample,
  { rounds, folder, progress, run = runTask }: Settings,
): Promise<Results> {
  const figures = new Map(TASKS.map((task): [TaskName, Figures[]] => [task, []]));
  const failures = new Map<TaskName, string>();
  for (let round = 1; round <= rounds; round++) {
    for (const task of TASKS) {
      if (failures.has(task)) continue;
      progress(`${task}, ${sample.size} ${sample.texts} reviews, round ${round} of ${rounds}`);
      try {
        figures.get(task)?.push(await run(task, sample, folder));
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
export async function runTask(task: TaskName, sample: Sample, folder: string): Promise<Figures> {
  const program = fileURLToPath(new URL('./run-task.ts', import.meta.url));
  const args = ['--expose-gc', program, task, sample.texts, String(sample.size), folder];
  await using child = await startChild(process.execPath, args);
  return Figures.parse(JSON.parse(await finish(child)));
}
