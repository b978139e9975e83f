import type { Random } from './random.ts';
import { REPLIES, type ReviewWriter, type Tone } from './review-text.ts';

/** A file of a content folder: its path relative to the folder, with slashes, and its text. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const FIRST_NAMES =
  'Jane John Ana José Zoë Aaliyah Chloé Björn Fatima Linh Marcus Olivia Noah Emma Łukasz Renée Kofi Yuki Aisha Diego Hannah Samuel Ingrid Mei Omar Sofía'.split(
    ' ',
  );
const SOURCES = ['Google', 'Google', 'Google', 'Yelp', 'Avvo', 'Facebook', 'Direct'] as const;
const WITHHELD_FOR = ['not-a-customer', 'duplicate', 'off-topic', 'spam', 'author-request'];

/** Real ratings: mostly five stars, a smaller heap at one, and a few half stars. */
const RATINGS = [
  [760, 5],
  [95, 4],
  [38, 3],
  [25, 2],
  [62, 1],
  [12, 4.5],
  [5, 3.5],
  [2, 2.5],
  [1, 1.5],
] as const;

export function createReviewFile(
  index: number,
  random: Random,
  writer: ReviewWriter,
): GeneratedFile {
  const source = random.pick(SOURCES);
  const key = `${random
    .integer(0, 36 ** 5 - 1)
    .toString(36)
    .padStart(5, '0')}${index.toString(36).padStart(5, '0')}`;
  const id = `${source.toLowerCase()}-${key}`;
  const date = drawDate(random);
  const rating = random.weigh(RATINGS);
  const tone = drawTone(rating, random);
  const author = `${random.pick(FIRST_NAMES)} ${String.fromCharCode(65 + random.integer(0, 25))}.`;
  const lines = [
    `id: ${id}`,
    `author: { name: ${JSON.stringify(author)} }`,
    `datePublished: ${date}`,
    ...(random.chance(0.02) ? [`dateModified: ${dayAfter(date, random.integer(1, 40))}`] : []),
    `rating: ${rating}`,
    ...(random.chance(0.3) ? [`name: ${JSON.stringify(writer.title(tone))}`] : []),
    `inLanguage: ${tone === 'spanish' ? 'es' : 'en'}`,
    `source: { name: ${source}, id: "${key.toUpperCase()}" }`,
    `verification: ${verificationOf(date, random)}`,
    ...(random.chance(0.005) ? ['relationship: family'] : []),
    ...replyTo(author, date, rating, random),
  ];
  return {
    path: `reviews/${date.slice(0, 4)}/${date.slice(5, 7)}/${date}-${id}.md`,
    text: `---\n${lines.join('\n')}\n---\n${bodyOf(writer.body(tone))}`,
  };
}

function bodyOf(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

function drawTone(rating: number, random: Random): Tone {
  if (random.chance(0.02) && rating >= 4) return 'spanish';
  if (rating >= 4) return 'praise';
  return rating >= 3 ? random.pick(['praise', 'blame', 'plain'] as const) : 'blame';
}

/** The choice of withheld reviews does not depend on the rating (16 CFR 465.7). */
function verificationOf(date: CalendarDay, random: Random): string {
  const day = dayAfter(date, random.integer(0, 6));
  const state = random.weigh([
    [96, 'verified'],
    [2, 'pending'],
    [2, 'withheld'],
  ]);
  if (state === 'pending') return '{ status: pending }';
  if (state === 'withheld') {
    return `{ status: withheld, reason: ${random.pick(WITHHELD_FOR)}, date: ${day} }`;
  }
  const method = random.pick(['platform-import', 'platform-import', 'client-record', 'invitation']);
  return `{ status: verified, method: ${method}, date: ${day} }`;
}

function replyTo(author: string, date: CalendarDay, rating: number, random: Random): string[] {
  if (!random.chance(0.3)) return [];
  const text = random.pick(rating >= 4 ? REPLIES.slice(0, 3) : REPLIES.slice(3));
  const filled = text.replace('{author}', author.replace(/ .*/, ''));
  return [
    'ownerReply:',
    `  text: ${JSON.stringify(filled)}`,
    `  datePublished: ${dayAfter(date, random.integer(0, 20))}`,
  ];
}

type CalendarDay = string;

const FIRST_DAY = Date.UTC(2020, 10, 1);
const DAY_COUNT = 2191; // to 2026-10-31: six years, and no clock

/** A day of the six years; later ones are likelier, since a business grows. */
function drawDate(random: Random): CalendarDay {
  const share = random.next() ** 0.75;
  return dayOf(FIRST_DAY, Math.floor(share * DAY_COUNT));
}

export function dayAfter(date: CalendarDay, days: number): CalendarDay {
  return dayOf(Date.parse(date), days);
}

function dayOf(start: number, days: number): CalendarDay {
  return new Date(start + days * 86_400_000).toISOString().slice(0, 10);
}
