import { CommandError, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { countOf } from '../printed-text.ts';
import { generateContent, isFree, writeContent } from './generate.ts';

export const generate = defineCommand({
  name: 'generate',
  about: 'Writes generated content with any number of reviews, for trying out the service.',
  usage: ['--reviews N --out DIR [--seed S]'],
  flags: {
    reviews: { type: 'string', value: 'N', about: 'the number of reviews' },
    out: { type: 'string', value: 'DIR', about: 'an empty or new folder, or one that it made' },
    seed: { type: 'string', value: 'S', about: 'a number; others give other reviews (default: 1)' },
  },
  exitCodes: { 0: 'the content was written', 1: 'it could not be written; the message says why' },
  run({ flags }) {
    const { reviews: count, out, seed = '1' } = flags;
    if (count === undefined || out === undefined) {
      throw new UsageError('Give the number of reviews and a folder: --reviews N --out DIR.');
    }
    const reviews = readNumber('--reviews', count, 10_000_000);
    const files = generateContent({ reviews, seed: readNumber('--seed', seed, 2 ** 32 - 1) });
    if (!isFree(out)) {
      throw new CommandError(
        `${out} is neither an empty folder nor one that generate made, so nothing was written. Name a new folder with --out.`,
      );
    }
    try {
      const written = countOf(writeContent(out, files), 'file');
      return { lines: [`Wrote ${countOf(reviews, 'review')} into ${out}: ${written}.`] };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The content could not be written: ${reason}`, { cause: error });
    }
  },
});

function readNumber(option: string, text: string, most: number): number {
  const number = /^[\d,_]+$/.test(text) ? Number(text.replace(/[,_]/g, '')) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(
    `${option} takes a whole number from 0 to ${most.toLocaleString('en-US')}, not "${text}".`,
  );
}
