import type { LoadedContent } from '#dataset/check/check-content.ts';
import {
  type ContentProblem,
  formatProblem,
  isError,
  WHOLE_FOLDER,
} from '#dataset/content-problem.ts';

/** The formats of problems: for people, for GitHub's annotations, for programs. */
export const FORMATS = ['text', 'github', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Returns problems as text, each with its line end. `root`, with its slash, precedes every path.
 */
export function formatProblems(
  format: Format,
  problems: readonly ContentProblem[],
  root: string,
): string {
  if (format === 'json') {
    const placed = problems.map((problem) => ({ ...problem, file: pathOf(problem.file, root) }));
    return `${JSON.stringify(placed, null, 2)}\n`;
  }
  const formatOne = format === 'github' ? formatCommand : formatProblem;
  return problems.map((problem) => `${formatOne(problem, root)}\n`).join('');
}

/** Returns the counts of publishable content: `152 reviews, 146 published; 2 warnings`. */
export function formatCounts({
  content,
  warnings,
}: Pick<LoadedContent, 'content' | 'warnings'>): string {
  const published = content.reviews.filter(
    ({ verification }) => verification.status === 'verified',
  );
  const counts = `${countOf(content.reviews.length, 'review')}, ${published.length.toLocaleString('en-US')} published`;
  return `${counts}; ${warnings.length === 0 ? 'no warnings' : countOf(warnings.length, 'warning')}`;
}

/** Returns the counts of content that cannot be published: `3 errors, 1 warning in 2 files`. */
export function formatFailure(problems: readonly ContentProblem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const files = new Set(problems.map(({ file }) => file)).difference(new Set([WHOLE_FOLDER])).size;
  const where = files > 0 ? ` in ${countOf(files, 'file')}` : '';
  const found = [countOf(errors, 'error'), ...(warnings > 0 ? [countOf(warnings, 'warning')] : [])];
  return `${found.join(', ')}${where}; nothing is published until the errors are corrected`;
}

/** GitHub turns a workflow command into an annotation beside the line it names, if it names one. */
function formatCommand(problem: ContentProblem, root: string): string {
  const { severity, file, line, column, message } = problem;
  const place = file === WHOLE_FOLDER ? {} : { file: `${root}${file}`, line, col: column };
  const properties = Object.entries({ ...place, title: `Content ${severity}` })
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${severity} ${properties}::${escapeData(message)}`;
}

// The escapes are those of actions/toolkit, packages/core/src/command.ts.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A problem of the folder as a whole is reported at ".". */
function pathOf(file: string, root: string): string {
  return file === WHOLE_FOLDER ? root.replace(/(?<=.)\/$/, '') : `${root}${file}`;
}

/** `1 review`, `2,000 reviews`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
