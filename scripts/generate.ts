import { parseArgs } from 'node:util';
import { isTTY, progress } from '@clack/prompts';
import { findObstacle, generateContent, writeContent } from './generate/generate.ts';
import { isUsageError, UsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run generate -- --reviews N --out DIR [--seed S]';

async function main({ reviews, out, seed }: Options): Promise<void> {
  const obstacle = findObstacle(out);
  if (obstacle !== undefined) throw new UsageError(obstacle);
  const files = generateContent({ reviews, seed });
  if (!isTTY(process.stdout)) {
    const written = await writeContent(out, files);
    process.stdout.write(`Wrote ${written} files (${reviews} reviews) into ${out}.\n`);
    return;
  }
  const bar = progress({ max: Math.max(1, reviews) });
  bar.start(`Writing ${reviews} reviews into ${out}`);
  let shown = 0;
  const written = await writeContent(out, files, (count) => {
    bar.advance(count - shown);
    shown = count;
  });
  bar.stop(`Wrote ${written} files (${reviews} reviews) into ${out}.`);
}

type Options = { readonly reviews: number; readonly out: string; readonly seed: number };

function parseOptions(args: readonly string[]): Options {
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

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (isUsageError(error)) {
    process.stderr.write(`${message}\n${USAGE}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`The content could not be written: ${message}\n`);
    process.exitCode = 1;
  }
}
