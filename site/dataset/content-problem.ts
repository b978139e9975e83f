import type { Located } from './content.ts';
import { compareTexts } from './text/compare-texts.ts';
import { shorten } from './text/shorten.ts';

/** A place in a content file, counted from 1. */
export type Position = { readonly line: number; readonly column: number };

/** The place of a problem that concerns a whole file. */
export const FILE_START: Position = { line: 1, column: 1 };

/** Converts an offset in a text whose lines end with line feeds. */
export function positionIn(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Maximum problems reported per file: enough to begin with. */
export const MAX_PROBLEMS = 50;

/** The `file` of a problem that concerns the content folder as a whole. */
export const WHOLE_FOLDER = '.';

/** Maximum length of a message, including its quotes. */
const MAX_MESSAGE_LENGTH = 1000;

/** A problem in a content file: its place and a remedy. Warnings do not stop publication. */
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
    const errors = problems.filter(isError).length;
    const lines = problems.map((problem) => formatProblem(problem));
    super([`The content has ${errors} error${errors === 1 ? '' : 's'}:`, ...lines].join('\n'));
    this.problems = problems;
  }
}

/** An error at a place of a file. */
export function problemAt(file: string, position: Position, message: string): ContentProblem {
  const { line, column } = position;
  return { severity: 'error', file, line, column, message: shorten(message, MAX_MESSAGE_LENGTH) };
}

/** Something that an editor should look at, which does not prevent publication. */
export function warningAt(file: string, position: Position, message: string): ContentProblem {
  return { ...problemAt(file, position, message), severity: 'warning' };
}

export function isError(problem: ContentProblem): boolean {
  return problem.severity === 'error';
}

/** Orders problems by file, then by place, so that a report reads like the folder. */
function compareProblems(a: ContentProblem, b: ContentProblem): number {
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** Sorts problems. Of too many in a file the first stay, errors before warnings, with a note. */
export function limitProblems(problems: readonly ContentProblem[]): ContentProblem[] {
  const byFile = Map.groupBy(problems.toSorted(compareProblems), ({ file }) => file);
  return [...byFile.values()].flatMap((own) => {
    if (own.length <= MAX_PROBLEMS) return own;
    const [errors, warnings] = [own.filter(isError), own.filter((one) => !isError(one))];
    const kept = [...errors, ...warnings].slice(0, MAX_PROBLEMS - 1).sort(compareProblems);
    const remark = errors.length >= MAX_PROBLEMS ? problemAt : warningAt;
    return [...kept, ...kept.slice(-1).map((last) => remark(last.file, last, MORE))];
  });
}

const MORE = `this file has more problems; fix these ${MAX_PROBLEMS - 1} first, then check again`;

/**
 * Formats a problem as one line: `reviews/2026/10/x.md:3:9 error rating: must be at most 5 (got
 * 7)`; a problem of the content folder itself is a sentence.
 */
export function formatProblem(problem: ContentProblem, root = ''): string {
  const { severity, file, line, column, message } = problem;
  return escapeUnfit(
    file === WHOLE_FOLDER
      ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
      : `${root}${file}:${line}:${column} ${severity} ${message}`,
  );
}

// Quoted text could break the line, control a terminal or change the reading direction.
const UNFIT_TO_PRINT = /[[\p{C}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

/** Returns a text with its unprintable characters written as escapes. */
export function escapeUnfit(text: string): string {
  return text.replace(
    UNFIT_TO_PRINT,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}

/** A problem with a value that its file alone does not reveal. */
export type Finding = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Converts findings to problems, by `place`: as many as are reported, and one more. */
export function placeFindings(
  source: Located<unknown> | undefined,
  findings: Iterable<Finding>,
  place: typeof problemAt = problemAt,
): ContentProblem[] {
  const found = Iterator.from(findings)
    .take(MAX_PROBLEMS + 1)
    .toArray();
  if (!source || found.length === 0) return [];
  const locate = source.openPlaces();
  return found.map(({ path, message }) => place(source.file, locate(path), message));
}
