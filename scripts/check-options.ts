import { parseArgs } from 'node:util';
import { FORMATS, type Format } from './format-problems.ts';
import { UsageError } from './usage-error.ts';

/** What `npm run check:content` was asked to do. */
export type CheckOptions = { readonly folder: string; readonly format: Format };

/**
 * Reads the command line; without a folder there, CONTENT_DIR names it. Throws an error that
 * isUsageError knows.
 */
export function parseCheckOptions(args: readonly string[], contentDir = ''): CheckOptions {
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
  const [folder = contentDir.trim() === '' ? 'content' : contentDir] = folders;
  if (folder === '') throw new UsageError('The name of the content folder is empty.');
  return { folder, format };
}
