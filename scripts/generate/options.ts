import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** What `npm run generate` was asked to do. */
export type Options = { readonly reviews: number; readonly out: string; readonly seed: number };

/** Reads the command line. Throws an error that isUsageError knows. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      reviews: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.reviews === undefined || !values.out) {
    throw new UsageError('Say how many reviews to make and where: --reviews N --out DIR.');
  }
  return {
    reviews: wholeNumber('--reviews', values.reviews, 10_000_000),
    out: values.out,
    seed: wholeNumber('--seed', values.seed, 2 ** 32 - 1),
  };
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
  if (!(number <= most)) {
    throw new UsageError(`${option} takes a whole number from 0 to ${most} (got "${text}").`);
  }
  return number;
}
