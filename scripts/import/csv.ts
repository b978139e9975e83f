import { HttpUrl, LanguageTag } from '#dataset/scalars.ts';
import { cleanLine, cleanText, comparable } from './clean-text.ts';
import type { ColumnKey, ColumnMap } from './column-map.ts';
import type { Row, Table } from './csv-table.ts';
import type { IncomingReview, ReviewExport, Skipped, SpokenOf } from './incoming-review.ts';
import type { Note } from './notes.ts';
import { originalText } from './original-text.ts';
import { createParseDate, type ParseDate } from './parse-date.ts';
import {
  findScale,
  parseRating,
  type RatingScale,
  toStars,
  type WrittenRating,
} from './rating-scale.ts';
import type { DayOf } from './zoned-day.ts';

/** The name of a source that nobody named. */
const UNNAMED_SOURCE = 'CSV';

const EMAIL = /^\S+@\S+\.\S+$/;

type Context = {
  readonly cellOf: (row: Row, key: ColumnKey) => string;
  readonly parseDate: ParseDate;
  readonly parseReplyDate: ParseDate;
  readonly scale: RatingScale;
  readonly sourceName: (row: Row) => string;
};

/** Maps the rows of a table to reviews. Rows whose rating or date is unclear are skipped. */
export function mapTable(
  table: Table,
  map: ColumnMap,
  source: string | undefined,
  dayOf: DayOf,
): ReviewExport {
  const cellOf = createCellOf(table.header, map);
  const ratings = table.rows.flatMap(({ line, ...row }) => {
    const rating = parseRating(cellOf({ line, ...row }, 'rating'));
    return rating ? [{ line, rating }] : [];
  });
  const fixedSource = source ?? (table.header.includes(map.source ?? '') ? undefined : map.source);
  const context: Context = {
    cellOf,
    parseDate: createParseDate(dayOf, map.dateFormat),
    parseReplyDate: createParseDate(dayOf, map.dateFormat),
    scale: map.ratingScale ?? findScale(map.rating, ratings),
    sourceName: (row) =>
      fixedSource ?? (cleanLine(cellOf(row, 'source'), 60).text || UNNAMED_SOURCE),
  };
  const mapped = table.rows.map((row) => mapRow(row, context));
  const reviews = mapped.filter((one) => 'key' in one);
  return {
    reviews,
    skipped: [...table.skipped, ...mapped.filter((one) => 'reason' in one)],
    remarks: [
      ...remarkOnMixture(map.rating, context.scale, ratings),
      ...remarkOnSource(reviews.filter(({ sourceName }) => sourceName === UNNAMED_SOURCE).length),
    ],
    speaksOf: spokenOf(map),
    isPartial: false,
  };
}

function createCellOf(header: readonly string[], map: ColumnMap): Context['cellOf'] {
  return ({ cells }, key) => {
    const column = map[key];
    return (column === undefined ? undefined : cells[header.indexOf(column)]) ?? '';
  };
}

function mapRow(row: Row, context: Context): IncomingReview | Skipped {
  const { cellOf, parseDate, scale } = context;
  const place = `line ${row.line}`;
  const writtenRating = cellOf(row, 'rating').trim();
  const parsed = parseRating(writtenRating);
  if (!parsed) {
    const found =
      writtenRating === '' ? 'is missing' : `is no rating (${writtenRating.slice(0, 40)})`;
    return { place, reason: `the rating ${found}` };
  }
  const stars = toStars(parsed, scale);
  if ('fault' in stars) return { place, reason: stars.fault };
  const published = parseDate(cellOf(row, 'date'));
  if ('fault' in published) return { place, reason: published.fault };

  const notes: Note[] = [...stars.notes];
  const shorten = (text: string, limit: number): string => {
    const line = cleanLine(text, limit);
    if (line.isShortened) notes.push('line-shortened');
    return line.text;
  };
  const withoutEmail = (text: string): string => {
    if (!EMAIL.test(text)) return text;
    notes.push('email-dropped');
    return '';
  };
  const sourceName = context.sourceName(row);
  const writtenId = cellOf(row, 'id').trim();
  const writtenAuthor = shorten(cellOf(row, 'author'), 100);
  const reviewBody = bodyOf(cellOf(row, 'text'), notes);
  const derivedKey = [writtenAuthor, published.date, reviewBody].map(comparable).join('\n');
  const author = withoutEmail(writtenAuthor);
  const isAnonymous = author === '' || /^(?:anonymous|a google user)$/i.test(author);
  return {
    place,
    sourceName,
    sourceId: withoutEmail(writtenId) || undefined,
    key: writtenId || derivedKey,
    authorName: isAnonymous ? undefined : author,
    datePublished: published.date,
    dateCreated: published.instant,
    rating: stars.rating,
    name: shorten(cellOf(row, 'title'), 500) || undefined,
    reviewBody,
    inLanguage: languageOf(cellOf(row, 'language'), notes),
    url: urlOf(cellOf(row, 'url'), notes),
    ownerReply: replyOf(row, published.date, context, notes),
    notes,
  };
}

function bodyOf(text: string, notes: Note[]): string {
  const clean = cleanText(text);
  const original = originalText(clean.text);
  if (clean.isAltered) notes.push('control-characters');
  if (original.note) notes.push(original.note);
  return original.text.trim();
}

function replyOf(
  row: Row,
  datePublished: string,
  { cellOf, parseReplyDate }: Context,
  notes: Note[],
): IncomingReview['ownerReply'] {
  const text = bodyOf(cellOf(row, 'reply'), notes);
  if (text === '') return undefined;
  const replied = parseReplyDate(cellOf(row, 'replyDate'));
  if ('fault' in replied) {
    notes.push('reply-undated');
    return undefined;
  }
  if (replied.date < datePublished) {
    notes.push('reply-date-raised');
    return { text, datePublished };
  }
  return { text, datePublished: replied.date };
}

function languageOf(text: string, notes: Note[]): string | undefined {
  const tag = text.trim().replaceAll('_', '-');
  if (tag === '') return undefined;
  if (LanguageTag.safeParse(tag).success) return tag;
  notes.push('language-dropped');
  return undefined;
}

function urlOf(text: string, notes: Note[]): string | undefined {
  const url = text.trim();
  if (url === '') return undefined;
  if (HttpUrl.safeParse(url).success) return url;
  notes.push('url-dropped');
  return undefined;
}

function spokenOf(map: ColumnMap): Set<SpokenOf> {
  const spoken = new Set<SpokenOf>(['dateCreated']);
  if (map.text !== undefined) spoken.add('reviewBody');
  if (map.reply !== undefined) spoken.add('ownerReply');
  return spoken;
}

/** A column whose ratings lie above 5 here and there mixes two scales, and nobody can part them. */
function remarkOnMixture(
  column: string,
  scale: RatingScale,
  ratings: readonly { readonly rating: WrittenRating }[],
): string[] {
  if (scale === 5) return [];
  const low = ratings.filter(({ rating }) => rating.value <= 5).length;
  if (low === ratings.length || low < ratings.length * 0.8) return [];
  return [
    `The column "${column}" is read on a scale of ${scale}, but ${low} of its ${ratings.length} ratings are at most 5: it may mix two scales.`,
  ];
}

function remarkOnSource(count: number): string[] {
  if (count === 0) return [];
  return [
    `No source is named for ${count} reviews, so readers will see "${UNNAMED_SOURCE}" as their source; pass --source NAME before you publish them, for their ids begin with it.`,
  ];
}
