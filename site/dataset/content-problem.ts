import type { Located } from './content.ts';
import { shorten } from './text/shorten.ts';

/** A place in a content file, counted from 1. */
export type Position = { readonly line: number; readonly column: number };

/** Where a problem of a whole file is said to stand. */
export const FILE_START: Position = { line: 1, column: 1 };

/** The place of an offset in a text, whose lines end with line feeds. */
export function positionIn(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** So many problems of a file are told at most: who has more to mend begins with these. */
export const MAX_PROBLEMS = 50;

/** The `file` of a problem that concerns the content folder as a whole. */
export const WHOLE_FOLDER = '.';

/** No message is longer, whatever it quotes. */
const MAX_MESSAGE_LENGTH = 1000;

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
  const { line, column } = position;
  return { severity: 'error', file, line, column, message: shorten(message, MAX_MESSAGE_LENGTH) };
}

/** Something an editor should look at, which holds nothing back. */
export function warningAt(file: string, position: Position, message: string): ContentProblem {
  return { ...problemAt(file, position, message), severity: 'warning' };
}

export function isError(problem: ContentProblem): boolean {
  return problem.severity === 'error';
}

/** Orders problems by file, then by place, so that a report reads like the folder. */
function compareProblems(a: ContentProblem, b: ContentProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/**
 * The problems of a folder, in order: of a file that has too many the first, errors before
 * warnings, and a remark that there are more.
 */
export function limitProblems(problems: readonly ContentProblem[]): ContentProblem[] {
  const byFile = Map.groupBy(problems.toSorted(compareProblems), ({ file }) => file);
  return [...byFile.values()].flatMap((own) => {
    if (own.length <= MAX_PROBLEMS) return own;
    const [errors, warnings] = [own.filter(isError), own.filter((one) => !isError(one))];
    const told = [...errors, ...warnings].slice(0, MAX_PROBLEMS - 1).sort(compareProblems);
    const remark = errors.length >= MAX_PROBLEMS ? problemAt : warningAt;
    return [...told, ...told.slice(-1).map((last) => remark(last.file, last, MORE))];
  });
}

const MORE = `more is wrong with this file; mend these ${MAX_PROBLEMS - 1} problems first, then check again`;

/**
 * One line a problem: `reviews/2026/10/x.md:3:9 error rating: must be at most 5 (got 7)`. What is
 * wrong with the content folder itself is a sentence.
 */
export function formatProblem(problem: ContentProblem, root = ''): string {
  return lineOf(problem, root).replace(UNFIT_TO_PRINT, escapeUnfit);
}

function lineOf({ severity, file, line, column, message }: ContentProblem, root: string): string {
  if (file === WHOLE_FOLDER) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return `${root}${file}:${line}:${column} ${severity} ${message}`;
}

// What is quoted could break the line, steer a terminal or turn the reading direction.
const UNFIT_TO_PRINT = /[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

function escapeUnfit(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Something wrong with a value of a file, which the file alone does not show. */
export type Finding = { readonly path: readonly PropertyKey[]; readonly message: string };

/**
 * The problems that findings make of a file, which is parsed once to find their places: as many as
 * are told of a file, and one more. `place` makes a problem or a warning.
 */
export function placeFindings(
  source: Located<unknown>,
  findings: Iterable<Finding>,
  place: typeof problemAt = problemAt,
): ContentProblem[] {
  const found = Iterator.from(findings)
    .take(MAX_PROBLEMS + 1)
    .toArray();
  if (found.length === 0) return [];
  const locate = source.openPlaces();
  return found.map(({ path, message }) => place(source.file, locate(path), message));
}
