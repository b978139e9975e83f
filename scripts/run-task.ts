import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { isUsageError } from './usage-error.ts';

type Telling = {
  /** How the command is called. */
  readonly usage: string;
  /** What failed, where the reason is unknown. */
  readonly name: string;
  /** Reports progress, one line. */
  readonly tell: (line: string) => void;
};

/**
 * Does the work of a command and tells why it cannot be done. Returns the exit code: 1 for bad
 * data and other faults, 2 for a bad call.
 */
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
