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

/** This many equal names or dates are not those of reviews. */
const TELLING_CELLS = 3;

/** For each key, a test of the values: they can be what a name or a map says. */
const FITS: { readonly [Key in ColumnKey]?: (column: Column) => boolean } = {
  // Pages of an export may overlap.
  id: ({ name, sample, isConstant }) =>
    !sample.some((cell) => /\s/.test(cell)) &&
    !isMost(sample, isUrl) &&
    (new Set(sample).size >= sample.length * 0.9 || (/review/i.test(name) && !isConstant)),
  author: ({ sample }) =>
    !isOfFew(sample.filter((cell) => !isAnonymous(cell))) &&
    isMost(sample, isName) &&
    !isMost(sample, isText, 0.25),
  rating: ({ sample, isConstant }) =>
    sample.some(isRating) && !(isConstant && !isMost(sample, isWholeOrHalf)),
  date: ({ cells }) => cells.some(isDate),
  replyDate: ({ cells }) => cells.some(isDate),
  dateModified: ({ cells }) => cells.some(isDate),
  // Not one for programs.
  url: ({ sample, isConstant }) =>
    isMost(sample, (cell) => isUrl(cell) && !/\/api\/|\.json$/.test(cell)) && !isConstant,
  source: ({ sample }) => sample.every(isPlatform),
  title: ({ sample, isConstant }) =>
    !isConstant && isMost(sample, isWords) && !isMost(sample, isLong, 0.25),
  text: areTexts,
  reply: areTexts,
  anonymous: ({ sample }) => isMost(sample, isState),
  verified: ({ sample }) => isMost(sample, isState),
  language: ({ sample }) => isMost(sample, (cell) => /^\p{L}{2,12}(?:[-_]\w{2,8})*$/u.test(cell)),
};

/** True if the values of a column can be what its name, or a map, says. */
export function fits(key: ColumnKey, column: Column): boolean {
  return column.sample.length > 0 && (FITS[key]?.(column) ?? true);
}

function areTexts({ sample }: Column): boolean {
  return isMost(sample, isWords) && (!isOfFew(sample) || isMost(sample, isSentence));
}

/** True for a column of values that are too long for names, titles and states. */
export function isOfTexts({ sample, isConstant }: Column): boolean {
  return !isConstant && isMost(sample, isText, 0.25);
}

/** True if the values look like those of a key by themselves; a reply may have a name for it. */
export function looksLike(key: ColumnKey, column: Column, isNamed: boolean): boolean {
  const { sample, isConstant } = column;
  if (!fits(key, column)) return false;
  if (key === 'author') return !isMost(sample, isState);
  if (key === 'rating') return isMost(sample, isRating, 0.9) && !isMost(sample, isDate);
  // Plain numbers may be anything.
  if (key === 'date') return isMost(sample, (cell) => isDate(cell) && !isNumber(cell), 0.8);
  return (
    isOfTexts(column) ||
    (!isConstant && (isNamed || (key === 'text' && new Set(sample).size * 2 > sample.length)))
  );
}

/** True for a column of names such as "Maria Okafor". */
export function areFullNames({ sample }: Column): boolean {
  return isMost(sample, (cell) => /^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u.test(cell));
}

/** True for a few values again and again, as states are. */
function isOfFew(cells: readonly string[]): boolean {
  return cells.length >= TELLING_CELLS && new Set(cells).size * 2 <= Math.min(cells.length, 9);
}

/** True for a sentence, as replies of the firm are, which may always be the same ones. */
function isSentence(cell: string): boolean {
  return /[.!?…。！？]\W*$/u.test(cell) || isText(cell);
}

/** True for words: not a value of another kind, such as a date, a state or a code. */
function isWords(cell: string): boolean {
  const isOther = [isUrl, isDate, isRelativeDate, isRating, isState, isChannel, isPlatform, isCode];
  return /\p{L}/u.test(cell) && !isOther.some((is) => is(cell));
}

/** True for an id, a path, or the tag of a language. */
export function isCode(cell: string): boolean {
  return /^(?=.*[\d/])\S{3,}$|^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(cell);
}

/** True for a text that is too long for a title. */
function isLong(cell: string): boolean {
  return cell.includes('\n') || cell.split(' ').length > 10;
}

/** True for a column without values or, of ratings or dates, without a single readable one. */
export function isBlank(key: ColumnKey, { cells, sample }: Column): boolean {
  if (key === 'date') return sample.length > 0 && !cells.some(isDate);
  if (key !== 'rating') return sample.length === 0;
  const words = new Set(sample);
  return words.size > 0 && words.size <= MAX_WORDS && !sample.some(isRating);
}

/** More words than these are no scale of ratings. */
export const MAX_WORDS = 10;

export const isUrl = (cell: string) => /^https?:\/\/\S+$/.test(cell);
const isNumber = (cell: string) => /^[\d.]+$/.test(cell);

const parseDate = createParseDate({
  dayOf: (instant) => instant.toISOString().slice(0, 10),
  order: 'DD/MM/YYYY',
});

/** True for a date that can be read; a number is one only in the years of reviews. */
export function isDate(cell: string): boolean {
  if (isNumber(cell)) return dayOf(cell) !== undefined && cell.length >= 5;
  return 'date' in parseDate(cell);
}

const DAY_MS = 86_400_000;

/** Returns the number of a day, however it is written. */
export function dayOf(cell: string): number | undefined {
  const unix = /^\d{10}(?:\d{3})?$/.test(cell) ? Number(cell.padEnd(13, '0')) : undefined;
  const parsed = unix === undefined ? parseDate(cell) : undefined;
  const time = unix ?? (parsed && 'date' in parsed ? Date.parse(parsed.date) : Number.NaN);
  const isLikely = time > Date.UTC(1995) && time < Date.UTC(2045);
  return isLikely ? Math.floor(time / DAY_MS) : undefined;
}

function isRating(cell: string): boolean {
  const rating = parseRating(cell);
  return rating !== undefined && rating.value <= (rating.outOf ?? 10);
}

function isWholeOrHalf(cell: string): boolean {
  const { value = 0.1, outOf = 5 } = parseRating(cell) ?? {};
  return outOf !== 5 || Number.isInteger(value * 2);
}

/** True for a name: not a path such as "places/ChIJ/reviews/ChZ1", a number or a list. */
function isName(cell: string): boolean {
  const isOther =
    /[/\\{}[\]<>]|^\S*\d\S*$/.test(cell) ||
    [isDate, isRelativeDate, isPlatform, isCode].some((is) => is(cell));
  return /\p{L}/u.test(cell) && cell.length <= 100 && !isOther;
}

/** True for a channel, such as "web" or "email request". */
export function isChannel(cell: string): boolean {
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

/** A text has at least this many words, or soon will. Names, places and states are shorter. */
const TEXT_WORDS = 5;
const TEXT_START = 200;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** True for a text: not a list or an address. */
export function isText(cell: string): boolean {
  if (/^\s*(?:[[{]|\S+:\/\/\S+\s*$)/.test(cell)) return false;
  const words = segmenter.segment(cell.slice(0, TEXT_START));
  return [...words].filter(({ segment }) => /\p{L}/u.test(segment)).length >= TEXT_WORDS;
}

/** True if two columns differ in any row that has both, other than by the clock of a date. */
export function differs(one: Column, other: Column): boolean {
  return one.cells.some((a, row) => {
    const b = other.cells[row] ?? '';
    if (a === '' || b === '' || a === b) return false;
    const [first, second] = [dayOf(a), dayOf(b)];
    return first === undefined || second === undefined || Math.abs(first - second) > 1;
  });
}
