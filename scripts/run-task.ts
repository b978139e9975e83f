import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { isUsageError, UsageError } from './usage-error.ts';

type Telling = {
  readonly args: readonly string[];
  /** The help, which begins with how the command is called. */
  readonly usage: string;
  /** What failed, where the reason is unknown. */
  readonly name: string;
  readonly tell: (line: string) => void;
  readonly print: (text: string) => void;
};

/** Whether a command line asks what the command does. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

const EXIT_CODES = `
Exit codes:
  0  it is done
  1  it could not be done; the message says why
  2  it was called wrongly
`;

/** Does the work of a command. Returns its exit code: 1 for bad data or a fault, 2 for a bad call. */
export function runTask(work: () => void, { args, usage, name, tell, print }: Telling): number {
  if (asksForHelp(args)) {
    print(`${usage}\n${EXIT_CODES}`);
    return 0;
  }
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

/** The content folder that a command line names, by --content or alone; undefined where it does not. */
export function oneFolder(
  positionals: readonly string[],
  content: string | undefined,
): string | undefined {
  const folders = [...positionals, ...(content === undefined ? [] : [content])];
  if (folders.length > 1) {
    throw new UsageError(`Name one content folder (got ${folders.join(' and ')}).`);
  }
  if (folders[0] === '') throw new UsageError('The name of the content folder is empty.');
  return folders[0];
}
