import { HttpUrl, LanguageTag } from '#dataset/schema/scalars.ts';
import type { SourceField } from '#dataset/schema/source-digest.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import { amount } from '../report.ts';
import {
  type Cleaned,
  cleanLine,
  cleanText,
  comparable,
  lineOfKey,
  originalText,
  readNoted,
  textOfKey,
} from './clean-text.ts';
import {
  type ColumnKey,
  type ColumnMap,
  findScale,
  listFields,
  parseRating,
  type RatingScale,
  toStars,
  type WrittenRating,
} from './columns.ts';
import type { Row, Table } from './csv-table.ts';
import { createParseDate, type ParseDate } from './dates.ts';
import {
  type IncomingReview,
  type Note,
  type ReviewExport,
  replyOf,
  type Skipped,
} from './incoming-review.ts';

const UNNAMED_SOURCE = 'CSV';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Context = {
  readonly cellOf: (row: Row, key: ColumnKey) => string;
  readonly parseDate: ParseDate;
  readonly scale: RatingScale;
  readonly sourceName: (row: Row) => Cleaned;
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
    scale: map.ratingScale ?? findScale(map.rating, ratings),
    sourceName: (row) =>
      fixedSource === undefined
        ? cleanLine(cellOf(row, 'source'), 60)
        : { text: fixedSource, notes: [] },
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
    speaksOf: listFields(map),
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
  const unreadable = new Set<SourceField>();
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
  const { text: sourceName, notes: ofSource } = context.sourceName(row);
  notes.push(...ofSource);
  const writtenId = cellOf(row, 'id').trim();
  const written = shorten(cellOf(row, 'author'), 100);
  const author = withoutEmail(written);
  if (author !== written) unreadable.add('author');
  const replied = parseDate(cellOf(row, 'replyDate'));
  const isAnonymous = author === '' || /^(?:anonymous|a google user)$/i.test(author);
  return {
    place,
    sourceName: sourceName || UNNAMED_SOURCE,
    sourceId: withoutEmail(shorten(writtenId, Number.POSITIVE_INFINITY)) || undefined,
    key: writtenId || keyOf(row, published.date, cellOf),
    authorName: isAnonymous ? undefined : author,
    datePublished: published.date,
    dateCreated: published.instant,
    rating: stars.rating,
    name: shorten(cellOf(row, 'title'), 500) || undefined,
    reviewBody: readNoted(cellOf(row, 'text'), notes),
    inLanguage: languageOf(cellOf(row, 'language'), notes, unreadable),
    url: urlOf(cellOf(row, 'url'), notes, unreadable),
    ownerReply: replyOf(
      readNoted(cellOf(row, 'reply'), notes),
      'date' in replied ? replied.date : undefined,
      published.date,
      { notes, unreadable },
    ),
    unreadable,
    notes: [...new Set(notes)],
  };
}

/** Identifies reviews whose source has no ids; their ids are made of it, so it never changes. */
function keyOf(row: Row, date: string, cellOf: Context['cellOf']): string {
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
    `No source is named for ${amount(count, 'review')}, so readers will see "${UNNAMED_SOURCE}" as their source; pass --source NAME before you publish them, for their ids begin with it.`,
  ];
}
