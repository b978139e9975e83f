import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { Line, ReviewId, StarRating } from '#dataset/schema/scalars.ts';
import { type StoredReview, VerificationMethod } from '#dataset/schema/stored-review.ts';
import type { Ask } from '../ask.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { slugOf } from '../import/plan/decide-review.ts';
import { UsageError } from '../usage-error.ts';
import {
  checkReviewFile,
  faultOfDate,
  faultOfText,
  knownIds,
  type OpenFolder,
  openFolder,
  refuseText,
} from './content.ts';
import { editFolder } from './edit-folder.ts';
import { REMOVED_FILE } from './lists/tombstones.ts';
import { pathOf, renderReview } from './review-file.ts';

const METHODS = VerificationMethod.options;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LETTERS = 8;
const LONGEST_SOURCE_IN_ID = 40;
const NEEDED = ['author', 'rating', 'date', 'text', 'source'] as const;

/** The facts of a review from a call or a person. */
type Answers = {
  readonly [Name in (typeof NEEDED)[number] | 'title' | 'id' | 'verified']?: string | undefined;
};

export const newReview = createNewReview((end) => randomInt(end));

/** `randomBelow` returns a whole number from 0 to below its argument. */
export function createNewReview(randomBelow: (end: number) => number) {
  return defineCommand({
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
        allowed: METHODS,
      },
      ...CONTENT_FLAGS,
    },
    details: `At a terminal, it asks for missing values. Without --verified the review is pending,
and so not published, until "npm run verify" or its file states how it was verified.`,
    exitCodes: {
      0: 'the file was written',
      1: 'it was not: its id is taken, or a file is invalid',
    },
    async run({ flags }, world) {
      const folder = openFolder(flags, world);
      refuseUnknownRemovals(folder);
      const missing = NEEDED.filter((name) => flags[name] === undefined);
      if (missing.length > 0 && !world.ask) {
        const names = missing.map((name) => `--${name}`).join(', ');
        throw new UsageError(`${names} ${missing.length > 1 ? 'are' : 'is'} missing.`);
      }
      const isAsked = missing.length > 0 && world.ask !== undefined;
      const answers = isAsked && world.ask ? await askRest(world.ask, flags, folder) : flags;
      const review = reviewOf(answers, folder, randomBelow);
      const file = pathOf(review);
      const text = renderReview(review);
      if (text === undefined) {
        throw new CommandError(
          'the review would not read back unchanged; remove unusual characters from its text.',
        );
      }
      const warnings = checkReviewFile(file, text);
      if (!flags['dry-run']) editFolder(folder.root, [{ file, before: undefined, text }]);
      const { id, verification } = review;
      const isPending = verification.status === 'pending';
      return {
        lines: [
          `${flags['dry-run'] ? 'would write ' : ''}${folder.root}/${file}`,
          ...(isPending ? ['It is pending, and so not published until it is verified.'] : []),
          ...warnings,
        ],
        data: { id, file, status: verification.status, warnings },
      };
    },
  });
}

/** If the removed reviews are unknown, so are the free ids. */
function refuseUnknownRemovals({ errors }: OpenFolder): void {
  const fault = errors.find(({ file }) => file === REMOVED_FILE);
  if (!fault) return;
  throw new CommandError(
    `${REMOVED_FILE}:${fault.line}:${fault.column} ${fault.message}. Correct it first: it lists the ids that are never used again.`,
  );
}

async function askRest(ask: Ask, given: Answers, folder: OpenFolder): Promise<Answers> {
  const { files, today } = folder;
  const latest = files.at(-1)?.review.source.name ?? 'Direct';
  const line = (answer: string) => faultIn(Line, answer) ?? faultOfText(answer);
  const {
    author = await ask.text({ message: 'Who wrote it (as published)?', check: line }),
    rating = await ask.text({
      message: 'How many stars, 1 to 5?',
      check: (answer) => faultIn(StarRating, starsIn(answer)),
    }),
    date = await ask.text({
      message: 'On what date was it written?',
      initial: today,
      check: (answer) => faultOfDate(answer, today),
    }),
    source = await ask.text({ message: 'Where was it written?', initial: latest, check: line }),
    title = await ask.text({
      message: 'Its title, if it has one',
      initial: '',
      check: faultOfText,
    }),
    text = await ask.text({
      message: 'What is its text? (nothing: stars alone)',
      initial: '',
      check: faultOfText,
    }),
    verified = await ask.choose({
      message: 'How do you know that the reviewer was a customer?',
      options: [
        { value: 'pending', label: 'not yet', hint: 'it is not published until then' },
        ...METHODS.map((value) => ({ value })),
      ],
    }),
  } = given;
  return { ...given, author, rating, date, source, title, text, verified };
}

function reviewOf(
  { author, rating = '', date = '', text = '', source, title, id, verified }: Answers,
  folder: OpenFolder,
  randomBelow: (end: number) => number,
): StoredReview {
  for (const [name, said] of Object.entries({ author, source, title, text })) {
    if (said !== undefined) refuseText(`--${name}`, said);
  }
  const place = read('--source', Line, source);
  const fault = faultOfDate(date, folder.today);
  if (fault !== undefined) throw new UsageError(`--date ${fault}.`);
  const method = METHODS.find((one) => one === verified);
  return {
    id: id === undefined ? makeId(place, folder, randomBelow) : freeId(id, folder),
    author: { name: read('--author', Line, author) },
    datePublished: date,
    rating: read('--rating', StarRating, starsIn(rating)),
    ...(title && { name: read('--title', Line, title) }),
    source: { name: place },
    verification: method
      ? { status: 'verified', method, date: folder.today }
      : { status: 'pending' },
    relationship: 'none',
    reviewBody: text.replaceAll('\r\n', '\n').trim(),
  };
}

/** Half of Europe writes 4,5. */
function starsIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

function faultIn(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

function read<Value>(flag: string, schema: z.ZodType<Value>, value: unknown): Value {
  const fault = faultIn(schema, value);
  if (fault !== undefined) throw new UsageError(`${flag} ${fault}.`);
  return schema.parse(value);
}

function freeId(id: string, folder: OpenFolder): string {
  const own = read('--id', ReviewId, id);
  if (!knownIds(folder).has(own)) return own;
  const where = folder.removedIds.has(own) ? `is in ${REMOVED_FILE}` : 'is taken';
  throw new CommandError(`the id "${own}" ${where}, and ids are never reused; choose another.`);
}

function makeId(source: string, folder: OpenFolder, randomBelow: (end: number) => number): string {
  const known = knownIds(folder);
  const slug = slugOf(source, 'review').slice(0, LONGEST_SOURCE_IN_ID).replace(/-$/, '');
  for (;;) {
    const letters = Array.from({ length: ID_LETTERS }, () => LETTERS[randomBelow(LETTERS.length)]);
    const id = `${slug}-${letters.join('')}`;
    if (!known.has(id)) return id;
  }
}
