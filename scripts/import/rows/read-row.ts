import { hash } from 'node:crypto';
import { HttpUrl, LanguageTag } from '#dataset/schema/scalars.ts';
import { bare, type ColumnKey, type TableMap } from '../columns/column-map.ts';
import { isAnonymous, termOf, WORDS } from '../columns/words.ts';
import { reviewIdOf } from '../plan/decide-review.ts';
import type { Row } from '../read/table.ts';
import { comparable, lineOfKey, originalText, RowTexts, textOfKey } from './clean-text.ts';
import { isRelativeDate } from './date-parts.ts';
import type { createFindTechnicians } from './find-technicians.ts';
import type { IncomingReview, Skipped } from './incoming-review.ts';
import { parseRating, toStars } from './ratings.ts';
import type { TableCells } from './rows.ts';

/** The facts about a table by which its rows are read. */
export type RowContext = {
  readonly map: TableMap;
  readonly cells: TableCells;
  /** The source of all rows; undefined if the rows name it. */
  readonly source: string | undefined;
  /** True if texts are HTML. */
  readonly isMarkup: boolean;
  readonly findTechnicians: ReturnType<typeof createFindTechnicians>;
};

const YES = WORDS.states.values.yes;

/** The whole name of a review at Google ends with its id. */
const ID_IN_NAME = /^(?:accounts|locations|places)\/.*\/reviews\/(?=[^/]+$)/;

/** Returns the review of a row, or the reason why it has none. */
export function readRow(row: Row, context: RowContext): IncomingReview | Skipped {
  const { map, cells, source, isMarkup, findTechnicians } = context;
  const { place } = row;
  const cellOf = (key: ColumnKey) => cells.of(row, key);
  const texts = new RowTexts(isMarkup);
  const { notes, unreadable } = texts;
  const sourceName = source ?? platformOf(texts.line(cellOf('source'), 60));
  const id = cellOf('id').trim().replace(ID_IN_NAME, '');
  const skip = (reason: string) => ({
    place,
    reason,
    id: id === '' ? undefined : reviewIdOf(sourceName, id),
  });
  const [column, at = 0] = cells.skipOf(row) ?? [];
  if (column !== undefined) {
    const cell = JSON.stringify(row.cells[at]?.trim());
    return skip(`its ${column} is ${cell}, and such rows are left out`);
  }
  if (sourceName === '') return skip('its source is missing; pass --source NAME');
  const stars = starsOf(cellOf('rating').trim(), map);
  if ('fault' in stars) return skip(stars.fault);
  const published = cells.dateOf(row, 'date');
  if ('fault' in published) {
    const old = cellOf('date').trim() === '' ? row.cells.find(isRelativeDate) : undefined;
    const only = `the date is only "${old}"; download the reviews with full dates`;
    return skip(old === undefined ? published.fault : only);
  }
  const { date, instant } = published;
  for (const note of stars.notes) notes.add(note);
  const verified = termOf(cellOf('verified'));
  const review = {
    place,
    sourceName,
    sourceId: texts.name(id, Number.POSITIVE_INFINITY) || undefined,
    row: hash('sha256', (row.written ?? row.cells).join('\n'), 'base64url'),
    key: id || keyOf(row, published.written ?? date, cells),
    authorName: authorOf(cellOf, texts),
    datePublished: date,
    dateCreated: instant,
    dateModified: modifiedOf(row, date, cells, texts),
    rating: stars.rating,
    name: texts.line(texts.plain(cellOf('title'))) || undefined,
    reviewBody: texts.text(cellOf('text')),
    inLanguage: texts.value(cellOf('language').replaceAll('_', '-'), 'inLanguage', LanguageTag),
    url: texts.value(cellOf('url'), 'url', HttpUrl),
    ownerReply: replyOf(row, date, cells, texts),
    isVouched: verified === '' ? undefined : YES.has(verified),
    technicians: findTechnicians(cellOf('technicians'), notes),
  };
  return { ...review, ...(unreadable.size > 0 && { unreadable }), notes: [...notes] };
}

function starsOf(written: string, { ratings = {}, ratingScale = 5 }: TableMap) {
  const [, rating] = Object.entries(ratings).find(([word]) => bare(word) === bare(written)) ?? [];
  if (rating !== undefined) return { rating, notes: [] };
  const parsed = parseRating(written);
  if (parsed) return toStars(parsed, ratingScale);
  const found = written === '' ? 'is missing' : `cannot be read (${written.slice(0, 40)})`;
  return { fault: `the rating ${found}` };
}

function authorOf(cellOf: (key: ColumnKey) => string, texts: RowTexts): string | undefined {
  const author = texts.name(texts.plain(cellOf('author')), 100);
  if (author === undefined) texts.unreadable.add('author');
  const isHidden = YES.has(termOf(cellOf('anonymous')));
  return author === undefined || isHidden || isAnonymous(author) ? undefined : author;
}

/** Identifies reviews whose source has no ids; their ids are made of it, so it never changes. */
function keyOf({ cells, written = cells }: Row, date: string, { of }: TableCells): string {
  const cellOf = (key: ColumnKey) => of({ cells: written }, key);
  const author = lineOfKey(cellOf('author'), 100);
  const text = originalText(textOfKey(cellOf('text')));
  return [author, date, text].map(comparable).join('\n');
}

/** The day on which a review was written changes nothing. */
function modifiedOf(row: Row, published: string, { of, dateOf }: TableCells, texts: RowTexts) {
  if (of(row, 'dateModified').trim() === '') return undefined;
  const modified = dateOf(row, 'dateModified');
  if ('fault' in modified) return texts.drop('dateModified');
  return modified.date > published ? modified.date : undefined;
}

/** No reply is dated before its review. */
function replyOf(row: Row, published: string, { of, dateOf }: TableCells, texts: RowTexts) {
  const text = texts.text(of(row, 'reply'));
  if (text === '') return undefined;
  const replied = dateOf(row, 'replyDate');
  if ('date' in replied) {
    return { text, datePublished: replied.date > published ? replied.date : published };
  }
  texts.notes.add('reply-undated');
  return { text };
}

/** Returns a platform as it writes its name: an API may write "google". */
function platformOf(name: string): string {
  return WORDS.platforms.find((one) => bare(one) === bare(name)) ?? name;
}
