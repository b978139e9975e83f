import { memoize } from '#dataset/memoize.ts';
import type { Table } from '../read/table.ts';
import { isEmail } from '../rows/clean-text.ts';
import { isRelativeDate } from '../rows/date-parts.ts';
import { createParseDate } from '../rows/dates.ts';
import { parseRating } from '../rows/ratings.ts';
import { type ColumnKey, type ColumnMap, columnsOf, isEmailColumn } from './column-map.ts';
import { isAnonymous, termOf, WORDS, wordsOf } from './words.ts';

/** A column of a table, with its values. */
export type Column = {
  readonly name: string;
  /** A cell for each row, trimmed. */
  readonly cells: readonly string[];
  /** Cells that are not blank, of at most some hundred rows all over the table. */
  readonly sample: readonly string[];
  /** True if all rows with a value have the same one, and there are several. */
  readonly isConstant: boolean;
};

/** This many cells show the contents of a column. */
const SAMPLE = 500;

/** Returns the columns of a table, except for email addresses, which are never imported. */
export const readColumns = memoize((table: Table): readonly Column[] =>
  table.header
    .map((name, place) => {
      const cells = table.rows.map((row) => (row.cells[place] ?? '').trim());
      const filled = cells.filter((cell) => cell !== '');
      const step = Math.ceil(filled.length / SAMPLE);
      return {
        name,
        cells,
        sample: filled.filter((_, index) => index % step === 0),
        isConstant: filled.length > 1 && filled.every((cell) => cell === filled[0]),
      };
    })
    .filter(({ name, sample }) => !isEmailColumn(name) && !isMost(sample, isEmail)),
);

/** Returns the columns of a table that a map names for a key. */
export function readBy(map: ColumnMap, columns: readonly Column[], key: ColumnKey): Column[] {
  const names = columnsOf(map, key);
  return columns.filter(({ name }) => names.includes(name));
}

function isMost(cells: readonly string[], is: (cell: string) => boolean, share = 0.5): boolean {
  return cells.length > 0 && cells.filter(is).length >= cells.length * share;
}

/** For each key, a test of the values: they can be what a name or a map says. */
const FITS: { readonly [Key in ColumnKey]?: (column: Column) => boolean } = {
  id: ({ sample }) => !sample.some((cell) => /\s/.test(cell)) && !isMost(sample, isUrl),
  author: ({ sample }) =>
    !isOfFew(sample.filter((cell) => !isAnonymous(cell))) &&
    isMost(sample, isName) &&
    !isMost(sample, isText, 0.25),
  // An average of the place is equal in all rows.
  rating: ({ sample, isConstant }) =>
    sample.some(isRating) && !(isConstant && /\d[.,]\d*[1-46-9]/.test(sample[0] ?? '')),
  date: hasDate,
  replyDate: hasDate,
  dateModified: hasDate,
  // Not one for programs.
  url: ({ sample, isConstant }) =>
    !isConstant && isMost(sample, (cell) => isUrl(cell) && !/\/api\/|\.json$/.test(cell)),
  source: ({ sample }) => sample.every(isPlatform),
  title: ({ sample, isConstant }) =>
    !isConstant && isMost(sample, isWords) && !isMost(sample, (cell) => /\n|( .*){10}/.test(cell)),
  text: ({ sample }) => isMost(sample, isWords) && !isOfFew(sample),
  // The firm may always give the same one.
  reply: ({ sample }) => isMost(sample, isWords),
  anonymous: ({ sample }) => isMost(sample, isState),
  verified: ({ sample }) => isMost(sample, isState),
  language: ({ sample }) => isMost(sample, (cell) => /^\p{L}{2,12}(?:[-_]\w{2,8})*$/u.test(cell)),
};

/** True if the values of a column can be what its name, or a map, says. */
export function fits(key: ColumnKey, column: Column): boolean {
  return column.sample.length > 0 && (FITS[key]?.(column) ?? true);
}

/** True if the values look like an author, a rating or a date whatever the name of the column. */
export function looksLike(key: ColumnKey, column: Column): boolean {
  const { sample } = column;
  if (key === 'rating') return fits(key, column) && isMost(sample, isRating, 0.9);
  // Plain numbers may be anything.
  if (key === 'date') return isMost(sample, (cell) => isDate(cell) && !isNumber(cell), 0.8);
  return fits(key, column) && !isMost(sample, isState);
}

/** True for a column without values or, of ratings, without a single readable one. */
export function isBlank(key: ColumnKey, { sample }: Column): boolean {
  if (key !== 'rating') return sample.length === 0;
  return sample.length > 0 && new Set(sample).size <= MAX_WORDS && !sample.some(isRating);
}

/** More words than these are no scale of ratings. */
export const MAX_WORDS = 10;

/** True for a column of values that are too long for names, titles and states. */
export function isOfTexts({ sample, isConstant }: Column): boolean {
  return !isConstant && isMost(sample, isText, 0.25);
}

/** True for a column of names such as "Maria Okafor". */
export function areFullNames({ sample }: Column): boolean {
  return isMost(sample, (cell) => /^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u.test(cell));
}

/** True if two columns differ in any row that has both. */
export function differs(one: Column, other: Column): boolean {
  return one.cells.some((cell, row) => {
    const beside = other.cells[row] ?? '';
    return cell !== '' && beside !== '' && cell !== beside;
  });
}

function hasDate({ cells }: Column): boolean {
  return cells.some(isDate);
}

/** True for a few values again and again, as states are. */
function isOfFew(cells: readonly string[]): boolean {
  return cells.length >= 3 && new Set(cells).size * 2 <= Math.min(cells.length, 9);
}

const isUrl = (cell: string) => /^https?:\/\/\S+$/.test(cell);
const isNumber = (cell: string) => /^[\d.]+$/.test(cell);

const parseDate = createParseDate({
  dayOf: (instant) => instant.toISOString().slice(0, 10),
  order: 'DD/MM/YYYY',
});

/** True for a date that can be read; a number is one only in the years of reviews. */
export function isDate(cell: string): boolean {
  const parsed = parseDate(cell);
  return 'date' in parsed && (!isNumber(cell) || (parsed.date > '1995' && parsed.date < '2045'));
}

function isRating(cell: string): boolean {
  const rating = parseRating(cell);
  return rating !== undefined && rating.value <= (rating.outOf ?? 10);
}

/** True for a name: not a path such as "places/ChIJ/reviews/ChZ1", a number or a list. */
function isName(cell: string): boolean {
  const isOther =
    /[/\\{}[\]<>]|^\S*\d\S*$/.test(cell) ||
    [isDate, isRelativeDate, isPlatform].some((is) => is(cell));
  return /\p{L}/u.test(cell) && cell.length <= 100 && !isOther;
}

/** True for words: not a value of another kind, such as a date, a state or a code. */
function isWords(cell: string): boolean {
  const isOther = [isUrl, isDate, isRelativeDate, isRating, isState, isChannel, isPlatform, isCode];
  return /\p{L}/u.test(cell) && !isOther.some((is) => is(cell));
}

/** True for an id, a path, or the tag of a language. */
function isCode(cell: string): boolean {
  return /^(?=.*[\d/])\S{3,}$|^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(cell);
}

/** True for a channel, such as "web" or "email request". */
function isChannel(cell: string): boolean {
  return wordsOf(cell).every((word) => WORDS.channels.has(word));
}

/** True for a word that shows if a review is public or verified. */
export function isState(cell: string): boolean {
  return Object.values(WORDS.states.values).some((terms) => terms.has(termOf(cell)));
}

/** True for the name of a platform, such as "Google Maps". */
function isPlatform(cell: string): boolean {
  return WORDS.platforms.some((name) => `${termOf(cell)} `.startsWith(`${termOf(name)} `));
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** True for a text of five words or more: not a list or an address. Names and states are shorter. */
function isText(cell: string): boolean {
  if (/^\s*(?:[[{]|\S+:\/\/\S+\s*$)/.test(cell)) return false;
  const words = segmenter.segment(cell.slice(0, 200));
  return [...words].filter(({ segment }) => /\p{L}/u.test(segment)).length >= 5;
}
