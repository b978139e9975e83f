import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { isUsageError, UsageError } from './usage-error.ts';

type Telling = {
  readonly args: readonly string[];
  /** The help, which begins with the usage. */
  readonly usage: string;
  /** The subject of a failure, if the reason is unknown. */
  readonly name: string;
  readonly tell: (line: string) => void;
  readonly print: (text: string) => void;
};

/** True if a command line asks for help. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

const EXIT_CODES = `
Exit codes:
  0  done
  1  not done; the message says why
  2  invalid usage
`;

/**
 * Does the work of a command. Returns its exit code: 1 for invalid data or a fault, 2 for an
 * invalid call.
 */
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

/**
 * Returns the content folder that a command line names, by --content or alone; undefined if it
 * names none.
 */
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
