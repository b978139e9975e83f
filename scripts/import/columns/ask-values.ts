import { amount } from '../phrases.ts';
import { findDayOrder } from '../rows/dates.ts';
import { parseRating } from '../rows/ratings.ts';
import type { Choice, Question } from './ask-columns.ts';
import { bare, columnsOf, constantOf, type TableMap, valuesIn } from './column-map.ts';
import { type Column, MAX_WORDS, readBy } from './values.ts';

/** Asks for the source if no line names it, or a column of sources has blank cells. */
export function askSource(map: TableMap, columns: readonly Column[]): Question[] {
  const named = readBy(map, columns, 'source');
  const isBlank = named[0]?.cells.some((_, row) => named.every(({ cells }) => cells[row] === ''));
  if (constantOf(map, 'source') !== undefined || isBlank === false) return [];
  return [
    {
      key: 'source',
      message: `Where do these reviews${isBlank ? ' without a source' : ''} come from, such as Google or Avvo? Readers see this name, and it cannot be changed later.`,
      choices: [],
      linesOf: (constant) => ({ source: [...columnsOf(map, 'source'), { constant }] }),
    },
  ];
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

/** Asks for the order of day and month that no date shows; rows that contradict it are skipped. */
export function askDates(map: TableMap, columns: readonly Column[]) {
  const none = { questions: [], remarks: [], order: undefined };
  if (map.dateFormat !== undefined) return none;
  const keys = ['date', 'dateModified', 'replyDate'] as const;
  const dates = keys.flatMap((key) => readBy(map, columns, key)).flatMap(({ cells }) => cells);
  const { shown, unclear } = findDayOrder(dates);
  const [example] = unclear;
  const [order, other] = shown;
  if (example === undefined || other !== undefined) return none;
  if (order === undefined) return { ...none, questions: [askOrder(unclear)] };
  const remark = `Dates such as ${example} are read as ${order}, because other dates of the file can be read only so.`;
  return { ...none, remarks: [remark], order };
}

function askOrder(unclear: readonly string[]): Question {
  return {
    key: 'dateFormat',
    message: `Which comes first in dates such as ${unclear.slice(0, 3).join(', ')}?`,
    choices: [
      ['The month', { dateFormat: 'MM/DD/YYYY' }],
      ['The day', { dateFormat: 'DD/MM/YYYY' }],
    ],
  };
}
