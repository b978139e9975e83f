import type { Random } from './random.ts';
import type { ReviewWriter } from './review-text.ts';
import { type Tone, VOCABULARY } from './vocabulary.ts';

/** A file of a content folder: its path relative to the folder, with slashes, and its text. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const SOURCES = ['Google', 'Google', 'Google', 'Yelp', 'Avvo', 'Facebook', 'Direct'] as const;
const METHODS = ['platform-import', 'platform-import', 'client-record', 'invitation'] as const;
const REASONS = ['not-a-customer', 'duplicate', 'off-topic', 'spam', 'author-request'] as const;

/** Real ratings: mostly five stars, a smaller heap at one, and a few half stars. */
const RATINGS = [5, 4, 3, 2, 1, 4.5, 3.5, 2.5, 1.5];
const RATING_WEIGHTS = [760, 95, 38, 25, 62, 12, 5, 2, 1];

/** It does not depend on the rating (16 CFR 465.7). */
const STATUSES = ['verified', 'pending', 'withheld'] as const;

export function createReviewFile(
  index: number,
  random: Random,
  writer: ReviewWriter,
): GeneratedFile {
  const source = random.pick(SOURCES);
  const key = digitsOf(random.integer(0, 36 ** 5 - 1)) + digitsOf(index);
  const id = `${source.toLowerCase()}-${key}`;
  const date = drawDate(random);
  const rating = random.weigh(RATINGS, RATING_WEIGHTS);
  const tone = drawTone(rating, random);
  const firstName = random.pick(VOCABULARY.firstNames);
  const author = `${firstName} ${String.fromCharCode(65 + random.integer(0, 25))}.`;
  const lines = [
    `id: ${id}`,
    `author: { name: ${JSON.stringify(author)} }`,
    `datePublished: ${date}`,
    ...(random.chance(0.02) ? [`dateModified: ${dayAfter(date, random.integer(1, 40))}`] : []),
    `rating: ${rating}`,
    ...(random.chance(0.3) ? [`name: ${JSON.stringify(writer.title(tone))}`] : []),
    `inLanguage: ${tone === 'spanish' ? 'es' : 'en'}`,
    `source: { name: ${source}, id: "${key.toUpperCase()}" }`,
    `verification: ${drawVerification(date, random)}`,
    ...(random.chance(0.005) ? ['relationship: family'] : []),
    ...(random.chance(0.3) ? drawReply(firstName, date, rating, random) : []),
  ];
  const body = writer.body(tone);
  return {
    path: `reviews/${date.slice(0, 4)}/${date.slice(5, 7)}/${date}-${id}.md`,
    text: `---\n${lines.join('\n')}\n---\n${body}${body === '' ? '' : '\n'}`,
  };
}

function digitsOf(number: number): string {
  return number.toString(36).padStart(5, '0');
}

function drawTone(rating: number, random: Random): Tone {
  if (random.chance(0.02) && rating >= 4) return 'spanish';
  if (rating >= 4) return 'praise';
  return rating >= 3 ? random.pick(['praise', 'blame', 'plain'] as const) : 'blame';
}

function drawVerification(published: string, random: Random): string {
  const date = dayAfter(published, random.integer(0, 6));
  const status = random.weigh(STATUSES, [96, 2, 2]);
  if (status === 'pending') return '{ status: pending }';
  const why =
    status === 'withheld' ? `reason: ${random.pick(REASONS)}` : `method: ${random.pick(METHODS)}`;
  return `{ status: ${status}, ${why}, date: ${date} }`;
}

function drawReply(firstName: string, date: string, rating: number, random: Random): string[] {
  const text = random.pick(VOCABULARY.replies[rating >= 4 ? 'praise' : 'blame']);
  return [
    'ownerReply:',
    `  text: ${JSON.stringify(text.replace('{author}', firstName))}`,
    `  datePublished: ${dayAfter(date, random.integer(0, 20))}`,
  ];
}

const DAY_COUNT = 2191; // to 2026-10-31: six years, and no clock

/** Later days are likelier, since a business grows. */
function drawDate(random: Random): string {
  return dayAfter('2020-11-01', Math.floor(random.next() ** 0.75 * DAY_COUNT));
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
