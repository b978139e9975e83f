/** A place in a content file, counted from 1. */
export type Position = { readonly line: number; readonly column: number };

/** Where a problem of a whole file is said to stand. */
export const FILE_START: Position = { line: 1, column: 1 };

/** The `file` of a problem that concerns the content folder as a whole. */
export const WHOLE_FOLDER = '.';

/** Something wrong in a content file: where, what, and what to do. A warning holds nothing back. */
export type ContentProblem = Position & {
  readonly severity: 'error' | 'warning';
  /** The path relative to the content folder. */
  readonly file: string;
  readonly message: string;
};

/** Thrown when content cannot be published; it carries every problem of every file. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(
      `The content has ${countOf(problems.filter(isError).length, 'error')}:\n${problems
        .map((problem) => formatProblem(problem))
        .join('\n')}`,
    );
    this.problems = problems;
  }
}

/** An error at a place of a file. */
export function problemAt(file: string, position: Position, message: string): ContentProblem {
  return { severity: 'error', file, line: position.line, column: position.column, message };
}

/** Something an editor should look at, which holds nothing back. */
export function warningAt(file: string, position: Position, message: string): ContentProblem {
  return { ...problemAt(file, position, message), severity: 'warning' };
}

export function isError(problem: ContentProblem): boolean {
  return problem.severity === 'error';
}

/** Orders problems by file, then by place, so that a report reads like the folder. */
export function compareProblems(a: ContentProblem, b: ContentProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/**
 * One line a problem: `reviews/2026/10/x.md:3:9 error rating: must be at most 5 (got 7)`. What is
 * wrong with the content folder itself is a sentence.
 */
export function formatProblem(problem: ContentProblem, root = ''): string {
  if (problem.file === WHOLE_FOLDER) {
    return `${problem.message.charAt(0).toUpperCase()}${problem.message.slice(1)}.`;
  }
  const place = `${root}${problem.file}:${problem.line}:${problem.column}`;
  return `${place} ${problem.severity} ${problem.message}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
