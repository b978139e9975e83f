import { CommandError } from '../../command.ts';
import { amount } from '../phrases.ts';
import { isRelativeDate } from '../rows/date-parts.ts';
import { findDayOrder } from '../rows/dates.ts';
import { parseRating } from '../rows/ratings.ts';
import { sayColumn, sayValues } from './ask-columns.ts';
import {
  bare,
  type ColumnMap,
  columnsOf,
  constantOf,
  type TableMap,
  valuesIn,
} from './column-map.ts';
import { rankName, UNKNOWN } from './guess-columns.ts';
import type { Choice, Question } from './question.ts';
import { type Column, fits, isChannel, isUrl, MAX_WORDS, readBy } from './values.ts';
import { WORDS, wordsOf } from './words.ts';

/** Asks for the source if no line names it, or a column of sources has blank cells. */
export function askSource(map: TableMap, columns: readonly Column[]): Question[] {
  const named = readBy(map, columns, 'source');
  const isBlank = named[0]?.cells.some((_, row) => named.every(({ cells }) => cells[row] === ''));
  if (constantOf(map, 'source') !== undefined || isBlank === false) return [];
  const isNamed = (one: Column) =>
    rankName('source', one) < UNKNOWN && !one.sample.every(isChannel);
  const offered = isBlank ? [] : columns.filter((one) => fits('source', one) || isNamed(one));
  const linesOf = (constant: string): ColumnMap => ({
    source: [...columnsOf(map, 'source'), { constant }],
  });
  const where = isBlank
    ? 'the reviews come from of which no column says it'
    : 'these reviews come from';
  return [
    {
      key: 'source',
      message: `Where do ${where}, such as Google or Avvo? Readers see this name, and it cannot be changed later.`,
      choices: [
        ...offered.map((one): Choice => {
          return [`As "${one.name}" says (${sayValues(one)})`, { source: [one.name] }];
        }),
        ...findPlatforms(columns).map((name): Choice => [name, linesOf(name)]),
      ],
      linesOf,
    },
  ];
}

/** Returns the platforms in names of columns and in addresses. */
function findPlatforms(columns: readonly Column[]): string[] {
  const addresses = columns.flatMap(({ sample }) => sample.slice(0, 3)).filter(isUrl);
  const hosts = addresses.map((url) => url.split('/')[2] ?? '');
  const words = new Set([...hosts, ...columns.map(({ name }) => name)].flatMap(wordsOf));
  return WORDS.platforms.filter((name) => wordsOf(name).every((word) => words.has(word)));
}

/** Asks for the scale of ratings above five, and for the stars of words that cannot be read. */
export function askRatings(map: TableMap, columns: readonly Column[]): Question[] {
  const names = columnsOf(map, 'rating');
  const cells = readBy(map, columns, 'rating').flatMap((one) => one.cells.filter(Boolean));
  const skipped = names.flatMap((one) => valuesIn(map.skipWhere, one) ?? []);
  const known = new Set([...Object.keys(map.ratings ?? {}), ...skipped].map(bare));
  const open = Map.groupBy(cells, bare);
  for (const word of known) open.delete(word);
  const ratings = [...open.keys()].flatMap((value) => parseRating(value) ?? []);
  const words = [...open.values()].filter(([cell = '']) => parseRating(cell) === undefined);
  const plain = ratings.flatMap(({ value, outOf }) => (outOf === undefined ? [value] : []));
  // A bare 4 beside 8/10 is unclear as well.
  const isClear = Math.max(...plain) <= 5 && ratings.every(({ outOf = 5 }) => outOf === 5);
  const isAsked = map.ratingScale === undefined && plain.length > 0 && !isClear;
  // A few odd cells are skipped with a reason each.
  const isOdd = words.length > MAX_WORDS || words.flat().length * 10 < cells.length;
  return [
    ...(isAsked ? [askScale(Math.max(...plain))] : []),
    ...(isOdd ? [] : words.map((same) => askStars(names, same))),
  ];
}

function askScale(highest: number): Question {
  const scales = ([10, 100] as const).filter((scale) => scale >= highest);
  return {
    key: 'ratingScale',
    message: `What is the highest rating that a reviewer can give there? The highest here is ${highest}.`,
    choices: [
      ...scales.map((scale): Choice => [String(scale), { ratingScale: scale }]),
      ['5: skip the reviews above it', { ratingScale: 5 }],
    ],
  };
}

/** Asks for the stars of a word, such as "recommended"; none are invented. */
function askStars(rating: string[], { 0: word = '', length }: readonly string[]): Question {
  const [name = ''] = rating;
  return {
    key: 'ratings',
    message: `How many stars does "${word}" mean? "${name}" has it in ${amount(length, 'row')}.`,
    choices: [
      ['None: skip these rows', { rating, skipWhere: { [name]: [word] } }],
      ...[5, 4, 3, 2, 1].map((stars): Choice => [String(stars), { ratings: { [word]: stars } }]),
    ],
  };
}

/** Asks for the order of day and month that no date shows, and for dates that cannot be read. */
export function askDates(map: TableMap, columns: readonly Column[], country: string | undefined) {
  if (map.dateFormat !== undefined) return { questions: [], remarks: [] };
  const read = (['date', 'dateModified', 'replyDate'] as const).map((key) =>
    readBy(map, columns, key),
  );
  const [dates = []] = read;
  const questions = dates.some((one) => fits('date', one)) ? [] : dates.slice(0, 1).map(askFormat);
  const { shown, unclear } = findDayOrder(read.flat().flatMap(({ cells }) => cells));
  const [example] = unclear;
  if (example === undefined) return { questions, remarks: [] };
  const [order, other] = shown;
  if (order === undefined) {
    return { questions: [...questions, askOrder(unclear, country)], remarks: [] };
  }
  const remark =
    other === undefined
      ? `Dates such as ${example} are read as ${order}, because other dates of the file can be read only so.`
      : `The dates show both ${order} and ${other}, so rows with dates such as ${example} are skipped.`;
  return { questions, remarks: [remark], order: other === undefined ? order : undefined };
}

const toFormat = (dateFormat: string): ColumnMap => ({ dateFormat });

function askFormat(column: Column): Question {
  const old = column.sample.find(isRelativeDate);
  if (old !== undefined) {
    throw new CommandError(
      `Nothing was imported: "${column.name}" has only dates such as "${old}", which depend on the day of the download; download the reviews with full dates, such as 2026-01-31, or write them into the file.`,
    );
  }
  return {
    key: 'dateFormat',
    message: `How are these dates written, such as DD.MM.YYYY? ${sayColumn(column)}`,
    choices: [],
    linesOf: toFormat,
  };
}

/** The order in the country of the business is the likeliest. */
function askOrder(unclear: readonly string[], country: string | undefined): Question {
  const locale = country === undefined ? 'en-US' : new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  const day: Choice = ['The day', toFormat('DD/MM/YYYY')];
  const month: Choice = ['The month', toFormat('MM/DD/YYYY')];
  return {
    key: 'dateFormat',
    message: `Which comes first in dates such as ${unclear.slice(0, 3).join(', ')}?`,
    choices: parts.indexOf('day') < parts.indexOf('month') ? [day, month] : [month, day],
    ...(country === undefined && { linesOf: toFormat }),
  };
}
