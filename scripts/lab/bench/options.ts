import { parseArgs } from 'node:util';
import { UsageError } from '../../usage-error.ts';

/** What `npm run bench` was asked to do. */
export type Options = {
  /** The benchmark to run; undefined asks for the list of them. */
  readonly name: string | undefined;
  readonly sizes: readonly number[] | undefined;
  /** Where to write the figures as JSON. */
  readonly json: string | undefined;
};

/** Reads the command line. Throws an error that isUsageError knows. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { sizes: { type: 'string' }, json: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UsageError('Name one benchmark at a time.');
  return { name, sizes: values.sizes?.split(',').map(parseSize), json: values.json };
}

function parseSize(text: string): number {
  const size = Number(text.trim().replaceAll('_', ''));
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new UsageError(
      `--sizes takes whole numbers from 1 on, with commas between them (got "${text}").`,
    );
  }
  return size;
}
