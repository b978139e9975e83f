import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { isUsageError } from './usage-error.ts';

type Telling = {
  readonly usage: string;
  /** What failed, where the reason is unknown. */
  readonly name: string;
  readonly tell: (line: string) => void;
};

/** Does the work of a command. Returns its exit code: 1 for bad data or a fault, 2 for a bad call. */
export function runTask(work: () => void, { usage, name, tell }: Telling): number {
  try {
    work();
    return 0;
  } catch (error) {
    if (isUsageError(error)) {
      tell(`${error.message}\n${usage}`);
      return 2;
    }
    if (error instanceof ContentError) for (const each of error.problems) tell(formatProblem(each));
    else tell(`The ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
