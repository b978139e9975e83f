import { isTTY, progress } from '@clack/prompts';
import { CommandError, defineCommand, main } from './command.ts';
import { findObstacle, generateContent, writeContent } from './generate/generate.ts';
import { UsageError } from './usage-error.ts';

const generate = defineCommand({
  name: 'generate',
  about: 'Writes generated content with any number of reviews, for trying out the service.',
  usage: ['--reviews N --out DIR [--seed S]'],
  flags: {
    reviews: { type: 'string', value: 'N', about: 'the number of reviews' },
    out: { type: 'string', value: 'DIR', about: 'an empty or new folder' },
    seed: {
      type: 'string',
      value: 'S',
      about: 'a different seed makes different reviews (default: 1)',
    },
  },
  exitCodes: { 0: 'the content was written', 1: 'it could not be written; the message says why' },
  async run({ flags }) {
    const { out } = flags;
    if (flags.reviews === undefined || out === undefined) {
      throw new UsageError('Give the number of reviews and the folder: --reviews N --out DIR.');
    }
    const reviews = wholeNumber('--reviews', flags.reviews, 10_000_000);
    const seed = wholeNumber('--seed', flags.seed ?? '1', 2 ** 32 - 1);
    try {
      return { lines: await write({ reviews, out, seed }) };
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The content could not be written: ${message}`, { cause: error });
    }
  },
});

type Options = { readonly reviews: number; readonly out: string; readonly seed: number };

/** Returns the remaining lines to print. */
async function write({ reviews, out, seed }: Options): Promise<string[]> {
  const obstacle = findObstacle(out);
  if (obstacle !== undefined) throw new UsageError(obstacle);
  const files = generateContent({ reviews, seed });
  const wrote = (written: number) => `Wrote ${written} files (${reviews} reviews) into ${out}.`;
  if (!isTTY(process.stdout)) return [wrote(await writeContent(out, files))];
  const bar = progress({ max: Math.max(1, reviews) });
  bar.start(`Writing ${reviews} reviews into ${out}`);
  let shown = 0;
  const written = await writeContent(out, files, (count) => {
    bar.advance(count - shown);
    shown = count;
  });
  bar.stop(wrote(written));
  return [];
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
  if (!(number <= most)) {
    throw new UsageError(`${option} takes a whole number from 0 to ${most} (got "${text}").`);
  }
  return number;
}

await main(generate);
