import type { LoadedContent } from '#dataset/check/check-content.ts';
import {
  type ContentProblem,
  escapeUnfit,
  isError,
  WHOLE_FOLDER,
} from '#dataset/content-problem.ts';
import { countOf } from '../printed-text.ts';

/** Returns problems as JSON, for programs. `root`, with its slash, precedes every path. */
export function formatJson(problems: readonly ContentProblem[], root: string): string {
  const folder = root.replace(/(?<=.)\/$/, '');
  const pathOf = (file: string) => (file === WHOLE_FOLDER ? folder : root + file);
  const placed = problems.map((problem) => ({ ...problem, file: pathOf(problem.file) }));
  return JSON.stringify(placed, null, 2);
}

/** Returns a command with which GitHub shows a problem beside its line, if it has one. */
export function formatCommand(problem: ContentProblem, root: string): string {
  const { severity, file, line, column, message } = problem;
  const path = escapeData(root + file).replace(/[:,]/g, (sign) => encodeURIComponent(sign));
  const place = file === WHOLE_FOLDER ? '' : `file=${path},line=${line},col=${column},`;
  return `::${severity} ${place}title=Content ${severity}::${escapeData(message)}`;
}

// The escapes are those of actions/toolkit, packages/core/src/command.ts.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Shows a problem in its file: the line, one on either side, and a caret below the place. Lines are
 * cut at the width of the terminal. Returns no lines for a problem of a whole file.
 */
export function frameOf(
  { line, column }: ContentProblem,
  bytes: Uint8Array | undefined,
  columns: number,
  paint: (text: string) => string,
): string[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  const isShown = (number: number) => (lines[number - 1] ?? '').trim() !== '';
  const digits = String(line + 1).length;
  const width = Math.max(1, columns - digits - 5);
  const from = Math.floor((column - 1) / width) * width;
  const show = (text = '', end = from + width) =>
    escapeUnfit(text.replaceAll('\t', ' ').slice(from, end));
  const caret = `${' '.repeat(digits + 2)} | ${' '.repeat(show(lines[line - 1], column - 1).length)}^`;
  const numbers = [line - 1, line, line + 1].filter(isShown);
  return (isShown(line) ? numbers : []).flatMap((number) => {
    const text = `${String(number).padStart(digits)} | ${show(lines[number - 1])}`.trimEnd();
    return number === line ? [`> ${text}`, paint(caret)] : [`  ${text}`];
  });
}

/** Returns the counts of publishable content: `152 reviews, 146 published; 2 warnings`. */
export function countAll({ content: { reviews } }: LoadedContent, warnings: number): string {
  const published = reviews.filter(({ verification }) => verification.status === 'verified').length;
  const counts = `${countOf(reviews.length, 'review')}, ${published.toLocaleString('en-US')} published`;
  return `${counts}; ${warnings === 0 ? 'no warnings' : countOf(warnings, 'warning')}`;
}

/** Returns the counts of content that cannot be published: `3 errors, 1 warning in 2 files`. */
export function countErrors(problems: readonly ContentProblem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const files = new Set(problems.map(({ file }) => file)).difference(new Set([WHOLE_FOLDER])).size;
  const more = warnings > 0 ? `, ${countOf(warnings, 'warning')}` : '';
  const where = files > 0 ? ` in ${countOf(files, 'file')}` : '';
  return `${countOf(errors, 'error')}${more}${where}; readers keep the last good version until the errors are corrected`;
}
