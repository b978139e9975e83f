import { median } from '../statistics.ts';
import type { FigureName } from './figures.ts';
import type { Results } from './run-tasks.ts';
import type { TaskName } from './tasks.ts';

/** A figure of a task, from all rounds; empty where it was not measured. */
export function valuesOf(results: Results, task: TaskName, figure: FigureName): number[] {
  return roundsOf(results, task).flatMap((figures) => figures[figure] ?? []);
}

/** The median of a figure; null where it was not measured. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

/**
 * What each round of one task came to against the same round of another, by a figure that is
 * measured once a round; empty where one of both was not measured.
 */
export function compareRounds(
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

/** Why tasks could not be measured. */
export function describeFailures(results: Results): string[] {
  return [...results].flatMap(([task, outcome]) =>
    'failure' in outcome ? [`${task} could not be measured: ${outcome.failure}.`] : [],
  );
}

function roundsOf(results: Results, task: TaskName) {
  const outcome = results.get(task);
  return outcome && 'rounds' in outcome ? outcome.rounds : [];
}
