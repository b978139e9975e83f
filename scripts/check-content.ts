import { relative, resolve, sep } from 'node:path';
import { ContentError, limitProblems } from '#dataset/content-problem.ts';
import { loadContent } from '#dataset/load-content.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { contentFolder, describeFolder, readEnvironment } from '../sidecar/config.ts';
import { type CheckOptions, parseCheckOptions } from './check-options.ts';
import { checkTerms } from './check-terms.ts';
import { formatCounts, formatFailure, formatProblems } from './format-problems.ts';
import { isUsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run check:content [-- --format text|github|json] [DIR | --content DIR]';

function main({ named, format }: CheckOptions): void {
  const folder = contentFolder(named, readEnvironment());
  const root = rootFor(folder);
  // Programs read the JSON from standard output; the counts are for whoever looks on.
  const closing = format === 'json' ? process.stderr : process.stdout;
  process.stderr.write(`${describeFolder(folder)}\n`);
  try {
    const loaded = loadContent(folder, new Date());
    const { warnings: ofTerms, remark } = checkTerms(loaded);
    const warnings = limitProblems([...loaded.warnings, ...ofTerms]);
    process.stdout.write(formatProblems(format, warnings, root));
    if (remark) closing.write(`${remark}\n`);
    closing.write(`${formatCounts({ ...loaded, warnings })}\n`);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    process.stdout.write(formatProblems(format, error.problems, root));
    closing.write(`${formatFailure(error.problems)}\n`);
    process.exitCode = 1;
  }
}

/** The folder as seen from the working folder, or absolute where it lies elsewhere. */
function rootFor(folder: string): string {
  const path = relative('', folder);
  if (path === '') return './';
  const shown = path.startsWith('..') ? resolve(folder) : path;
  return `${shown.replaceAll(sep, '/')}/`;
}

// A reader such as `head` may close the pipe early; that is no failure of the check.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  main(parseCheckOptions(process.argv.slice(2)));
} catch (error) {
  const fault = describeSystemFault(error);
  const cause = error instanceof Error ? error.message : String(error);
  const message = fault === undefined ? cause : `the content cannot be read ${fault}.`;
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${message}\n${USAGE}\n` : `The check failed: ${message}\n`);
  process.exitCode = usage ? 2 : 1;
}
