import { HttpUrl, LanguageTag } from '#dataset/schema/scalars.ts';
import type { SourceField } from '#dataset/schema/source-digest.ts';
import { Relationship } from '#dataset/schema/stored-review.ts';
import {
  cleanLine,
  cleanText,
  comparable,
  lineOfKey,
  originalText,
  readNoted,
  textOfKey,
} from '../clean-text.ts';
import { type IncomingReview, type Note, replyOf, type Skipped } from '../incoming-review.ts';
import { bare, type ColumnKey, type TableMap } from './columns/column-map.ts';
import { isAnonymous, termOf, WORDS } from './columns/words.ts';
import type { ParseDate } from './dates.ts';
import { readMarkup } from './html-text.ts';
import { parseRating, type RatingScale, toStars } from './ratings.ts';
import type { Row } from './table.ts';

export const UNNAMED_SOURCE = 'CSV';

export type RowContext = {
  readonly cellOf: (row: Row, key: ColumnKey) => string;
  readonly cellIn: (row: Row, column: string) => string;
  /** True if texts are HTML. */
  readonly isMarkup: boolean;
  readonly map: TableMap;
  /** The stars of rating values that are not numbers. */
  readonly stars: ReadonlyMap<string, number>;
  readonly scale: RatingScale;
  readonly parseDate: (key: 'date' | 'dateModified' | 'replyDate') => ParseDate;
  /** For all rows; undefined if a column has it. */
  readonly source: string | undefined;
  readonly technicianBy: (name: string) => string | undefined;
  /** Receives the names that match no person, or several. */
  readonly unknownNames: Map<string, number>;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function mapRow(row: Row, context: RowContext): IncomingReview | Skipped {
  const { cellOf, isMarkup, parseDate } = context;
  const { place } = row;
  const left = findReasonToSkip(row, context);
  if (left !== undefined) return { place, reason: left };
  const stars = starsOf(cellOf(row, 'rating').trim(), context);
  if ('fault' in stars) return { place, reason: stars.fault };
  const published = parseDate('date')(cellOf(row, 'date'));
  if ('fault' in published) return { place, reason: published.fault };

  const notes: Note[] = [...stars.notes];
  const unreadable = new Set<SourceField>();
  const textIn = (key: ColumnKey): string => {
    const cell = cellOf(row, key);
    const text = isMarkup ? readMarkup(cell) : cell;
    if (text !== cell) notes.push('html-read');
    return text;
  };
  const shorten = (text: string, limit: number): string => {
    const line = cleanLine(text, limit);
    notes.push(...line.notes);
    return line.text;
  };
  const withoutEmail = (text: string): string => {
    if (!EMAIL.test(text)) return text;
    notes.push('email-dropped');
    return '';
  };
  const writtenAuthor = shorten(textIn('author'), 100);
  const author = withoutEmail(writtenAuthor);
  if (author !== writtenAuthor) unreadable.add('author');
  const writtenId = cellOf(row, 'id').trim();
  const sourceName = context.source ?? shorten(cellOf(row, 'source'), 60);
  const dateOf = (key: 'dateModified' | 'replyDate') => {
    const parsed = parseDate(key)(cellOf(row, key));
    return 'date' in parsed ? parsed.date : undefined;
  };
  const modified = dateOf('dateModified');
  if (modified === undefined && cellOf(row, 'dateModified').trim() !== '') {
    notes.push('modified-dropped');
    unreadable.add('dateModified');
  }
  return {
    place,
    sourceName: sourceName || UNNAMED_SOURCE,
    sourceId: withoutEmail(shorten(writtenId, Number.POSITIVE_INFINITY)) || undefined,
    key: writtenId || keyOf(row, published.written ?? published.date, cellOf),
    authorName: isAnonymous(author) ? undefined : author,
    datePublished: published.date,
    dateCreated: published.instant,
    // The date on which it was written changes nothing.
    dateModified: modified !== undefined && modified > published.date ? modified : undefined,
    rating: stars.rating,
    name: shorten(textIn('title'), 500) || undefined,
    reviewBody: readNoted(textIn('text'), notes),
    inLanguage: languageOf(cellOf(row, 'language'), notes, unreadable),
    url: urlOf(cellOf(row, 'url'), notes, unreadable),
    ownerReply: replyOf(readNoted(textIn('reply'), notes), dateOf('replyDate'), published.date, {
      notes,
      unreadable,
    }),
    ...decisionsOf(row, context, notes),
    unreadable,
    notes: [...new Set(notes)],
  };
}

function findReasonToSkip(row: Row, { map, cellIn }: RowContext): string | undefined {
  for (const [column, values] of map.skipWhere) {
    const cell = cellIn(row, column);
    if (values.includes(bare(cell))) {
      return `its ${column} is ${JSON.stringify(cell.trim())}, for which the map skips rows`;
    }
  }
  return undefined;
}

function starsOf(written: string, { stars, scale }: RowContext): ReturnType<typeof toStars> {
  const known = stars.get(bare(written));
  if (known !== undefined) return { rating: known, notes: [] };
  const parsed = parseRating(written);
  if (parsed) return toStars(parsed, scale);
  const found = written === '' ? 'is missing' : `cannot be read (${written.slice(0, 40)})`;
  return { fault: `the rating ${found}` };
}

type Decisions = Pick<IncomingReview, 'isVouched' | 'relationship' | 'technicians' | 'aspects'>;

/** Values that editors decide afterwards. */
function decisionsOf(row: Row, context: RowContext, notes: Note[]): Decisions {
  const { cellOf } = context;
  const verified = termOf(cellOf(row, 'verified'));
  const { yes, no } = WORDS.states.values;
  const isClear = verified === '' || yes.has(verified) || no.has(verified);
  if (!isClear) notes.push('verified-unclear');
  const tie = bare(cellOf(row, 'relationship'));
  const relationship = Relationship.safeParse(tie === '' ? 'none' : tie).data;
  if (relationship === undefined) notes.push('relationship-dropped');
  return {
    isVouched: verified === '' ? undefined : yes.has(verified),
    relationship,
    technicians: techniciansOf(cellOf(row, 'technicians'), context),
    aspects: aspectsOf(row, context, notes),
  };
}

function techniciansOf(written: string, { technicianBy, unknownNames }: RowContext): string[] {
  // One name may contain a comma, such as "Elena Muñoz, Esq."
  const whole = technicianBy(written);
  if (whole !== undefined) return [whole];
  const names = written.split(/[,;|/&\n]| and /).map((name) => cleanLine(name).text);
  const found = names.flatMap((name) => {
    if (name === '') return [];
    const id = technicianBy(name);
    if (id === undefined) unknownNames.set(name, (unknownNames.get(name) ?? 0) + 1);
    return id ?? [];
  });
  return [...new Set(found)];
}

/** Stars of aspects are out of five. A missing value, or 0, is no rating. */
function aspectsOf(row: Row, { map, cellIn }: RowContext, notes: Note[]): Decisions['aspects'] {
  const judged = map.aspects.flatMap(({ id, column }) => {
    const written = cellIn(row, column).trim();
    const rating = parseRating(written);
    if (written === '' || rating?.value === 0) return [];
    const stars = rating && (rating.value / (rating.outOf ?? 5)) * 5;
    if (stars === undefined || stars < 1 || stars > 5) {
      notes.push('aspect-dropped');
      return [];
    }
    const sentiment = stars >= 4 ? 'positive' : stars <= 2 ? 'negative' : 'neutral';
    return [[id, sentiment] as const];
  });
  return Object.fromEntries(judged);
}

/** Identifies reviews whose source has no ids; their ids are made of it, so it never changes. */
function keyOf(row: Row, date: string, cellOf: RowContext['cellOf']): string {
  const author = lineOfKey(cellOf(row, 'author'), 100);
  const text = originalText(textOfKey(cellOf(row, 'text'))).text.trim();
  return [author, date, text].map(comparable).join('\n');
}

function languageOf(text: string, notes: Note[], unreadable: Set<SourceField>): string | undefined {
  const tag = text.trim().replaceAll('_', '-');
  if (tag === '') return undefined;
  if (LanguageTag.safeParse(tag).success) return tag;
  notes.push('language-dropped');
  unreadable.add('inLanguage');
  return undefined;
}

function urlOf(written: string, notes: Note[], unreadable: Set<SourceField>): string | undefined {
  const { text: url, notes: found } = cleanText(written);
  notes.push(...found);
  if (url === '') return undefined;
  if (HttpUrl.safeParse(url).success) return url;
  notes.push('url-dropped');
  unreadable.add('url');
  return undefined;
}
