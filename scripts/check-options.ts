import { parseArgs } from 'node:util';
import { FORMATS, type Format } from './format-problems.ts';
import { UsageError } from './usage-error.ts';

/** What `npm run check:content` was asked to do. */
export type CheckOptions = {
  /** The content folder, where the command line names one. */
  readonly named: string | undefined;
  readonly format: Format;
};

/** Reads the command line. Throws an error that isUsageError knows. */
export function parseCheckOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { content: { type: 'string' }, format: { type: 'string', default: 'text' } },
  });
  const folders = [...positionals, ...(values.content === undefined ? [] : [values.content])];
  if (folders.length > 1) {
    throw new UsageError(`Name one content folder (got ${folders.join(' and ')}).`);
  }
  const format = FORMATS.find((name) => name === values.format);
  if (!format) {
    throw new UsageError(`--format takes ${FORMATS.join(', ')} (got "${values.format}").`);
  }
  const [named] = folders;
  if (named === '') throw new UsageError('The name of the content folder is empty.');
  return { named, format };
}
