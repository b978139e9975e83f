import { relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { ContentError, limitProblems } from '#dataset/content-problem.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { contentFolder, describeFolder, readEnvironment } from '../sidecar/config/config.ts';
import { checkTerms } from './check-terms.ts';
import {
  FORMATS,
  type Format,
  formatCounts,
  formatFailure,
  formatProblems,
} from './format-problems.ts';
import { allowClosedPipe, oneFolder } from './run-task.ts';
import { isUsageError, UsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run check:content [-- --format text|github|json] [DIR | --content DIR]';

function main({ named, format }: CheckOptions): void {
  const folder = contentFolder(named, readEnvironment());
  const root = rootFor(folder);
  // Programs read the JSON from standard output; the counts are for people.
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

type CheckOptions = {
  readonly named: string | undefined;
  readonly format: Format;
};

function parseCheckOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { content: { type: 'string' }, format: { type: 'string', default: 'text' } },
  });
  const named = oneFolder(positionals, values.content);
  const format = FORMATS.find((name) => name === values.format);
  if (!format) {
    throw new UsageError(`--format takes ${FORMATS.join(', ')} (got "${values.format}").`);
  }
  return { named, format };
}

allowClosedPipe();

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
