import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { Line, Prose, ReviewId, StarRating } from '#dataset/schema/scalars.ts';
import { type StoredReview, VerificationMethod } from '#dataset/schema/stored-review.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { WORDS } from '../import/columns/words.ts';
import { slugOf } from '../import/plan/decide-review.ts';
import { checkFlag, dateUntil, knownIds, openFolder, readAnswer, saveReview } from './content.ts';
import { pathOf, renderReview } from './edits/review-file.ts';
import type { StoredFolder } from './stored-folder.ts';

const NEEDED = ['author', 'rating', 'date', 'text', 'source'] as const;
type Part = (typeof NEEDED)[number] | 'title';

/** Half of Europe writes 4,5. */
const Stars = z.preprocess((text) => Number(String(text).replace(',', '.')), StarRating);
const optional = <Value>(schema: z.ZodType<Value>) =>
  z.preprocess((text) => text || undefined, schema.optional());

export const newReview = defineCommand({
  name: 'new',
  about: 'Adds a review to the content folder, and prints its path.',
  usage: ['', '--author NAME --rating STARS --date DATE --text TEXT --source NAME'],
  flags: {
    author: { type: 'string', value: 'NAME', about: 'its author, as published' },
    rating: { type: 'string', value: 'STARS', about: '1 to 5; half stars are allowed' },
    date: { type: 'string', value: 'DATE', about: 'the date it was written, such as 2026-10-03' },
    text: { type: 'string', value: 'TEXT', about: 'its text' },
    source: { type: 'string', value: 'NAME', about: 'its source: Google, Direct' },
    title: { type: 'string', value: 'TITLE', about: 'its title, if it has one' },
    id: { type: 'string', value: 'ID', about: 'its id (default: a random one)' },
    verified: {
      type: 'string',
      value: 'METHOD',
      about: 'your evidence that the reviewer was a customer',
      allowed: VerificationMethod.options,
    },
    ...CONTENT_FLAGS,
  },
  details: `At a terminal, it asks for missing values. Without --verified the review is pending,
and so not published, until "npm run verify -- ID" or its file states how it was verified.`,
  exitCodes: { 0: 'the file was written', 1: 'its id is taken, or it could not be written' },
  async run({ flags }, world) {
    const folder = openFolder(flags, world);
    const { today } = folder;
    const own = checkFlag('--id', ReviewId.optional(), flags.id);
    if (own !== undefined && knownIds(folder).has(own)) {
      throw new CommandError(`the id "${own}" is or was in use; choose another one.`);
    }
    const missing = NEEDED.filter((name) => flags[name] === undefined).map((name) => `--${name}`);
    const ask = missing.length > 0 ? world.ask : undefined;
    if (missing.length > 0 && !ask) throw new UsageError(`add ${missing.join(', ')}.`);
    const read = <Value>(name: Part, message: string, schema: z.ZodType<Value>, initial?: string) =>
      readAnswer({ ...world, ask }, { name, given: flags[name], message, schema, initial });
    const author = await read('author', 'Who wrote it (as published)?', Line);
    const rating = await read('rating', 'How many stars, 1 to 5?', Stars);
    const date = await read(
      'date',
      `On what date was it written (such as ${today})?`,
      dateUntil(today),
    );
    const source = await read('source', 'Where was it written (Google, Direct)?', Line);
    const title = await read('title', 'Its title, if it has one', optional(Line), '');
    const body = await read('text', 'Its text, if it has one', optional(Prose), '');
    const verified = flags.verified ?? (await ask?.choose(EVIDENCE_QUESTION));
    const { data: method } = VerificationMethod.safeParse(verified);
    const prefix = slugOf(source, 'review').slice(0, 40).replace(/-$/, '');
    const ending = world.randomBelow(36 ** 8).toString(36);
    const review: StoredReview = {
      id: own ?? `${prefix}-${ending.padStart(8, '0')}`,
      author: { name: author },
      datePublished: date,
      rating,
      ...(title && { name: title }),
      source: { name: source },
      verification: method ? { status: 'verified', method, date: today } : { status: 'pending' },
      relationship: 'none',
      reviewBody: body ?? '',
    };
    const file = pathOf(review);
    const isDry = flags['dry-run'];
    const text = renderReview(review);
    const warnings = saveReview(folder, { file, before: undefined, text }, isDry);
    return {
      lines: [
        `${isDry ? 'Would write ' : ''}${folder.root}/${file}`,
        ...hintOfSource(source, folder),
        ...(method ? [] : [`It is pending until you verify it: npm run verify -- ${review.id}`]),
        ...warnings,
      ],
      data: { id: review.id, file, status: review.verification.status, warnings },
    };
  },
});

const EVIDENCE_QUESTION = {
  message: 'How do you know that the reviewer was a customer?',
  options: [
    { value: 'pending', label: 'not verified yet', hint: 'it is not published until then' },
    ...VerificationMethod.options.map((value) => ({ value })),
  ],
};

/** Returns a remark on a source that is new, and similar to another one. */
function hintOfSource(source: string, { files }: StoredFolder): string[] {
  const known = new Set([...files.map(({ review }) => review.source.name), ...WORDS.platforms]);
  const hint = known.has(source) ? '' : didYouMean(source, known);
  return hint === '' ? [] : [`No other review is from "${source}"${hint}.`];
}
