import { amount } from '../dialog/report.ts';
import { isRelativeDate } from '../rows/date-parts.ts';
import { findDayOrder } from '../rows/dates.ts';
import { parseRating } from '../rows/ratings.ts';
import { sayColumn, sayValues } from './ask-columns.ts';
import { bare, type ColumnKey, type ColumnMap, type TableMap } from './column-map.ts';
import { rankName, UNKNOWN } from './guess-columns.ts';
import type { Question } from './question.ts';
import { readStates } from './states.ts';
import { type Column, fits, isChannel, isDate, isState, isUrl, MAX_WORDS } from './values.ts';
import { WORDS, wordsOf } from './words.ts';

/** Asks for the source if no line names it, or a column of sources has blank cells. */
export function askSource(map: TableMap, columns: readonly Column[]): Question[] {
  if (map.constants.source !== undefined) return [];
  const before = map.columns.source ?? [];
  const named = columns.filter(({ name }) => before.includes(name));
  const blank = named[0]?.cells.filter((_, row) => named.every(({ cells }) => cells[row] === ''));
  if (blank?.length === 0) return [];
  const isNamed = (one: Column) =>
    rankName('source', one) < UNKNOWN && !one.sample.every(isChannel);
  const offered = blank ? [] : columns.filter((one) => fits('source', one) || isNamed(one));
  const linesOf = (constant: string): ColumnMap => ({ source: [...before, { constant }] });
  return [
    {
      key: 'source',
      isOpen: true,
      message: 'Where do these reviews come from, such as Google or Avvo?',
      fault: blank
        ? `${blank.length} rows do not say where they come from`
        : 'the file does not say; readers will see this name, and it cannot be changed later',
      samples: offered.map(sayColumn),
      choices: [
        ...offered.map((one) => ({
          label: `As "${one.name}" says`,
          hint: sayValues(one),
          lines: { source: one.name },
        })),
        ...findPlatforms(columns).map((label) => ({ label, lines: linesOf(label) })),
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

/**
 * Asks which rows are to be imported for each unread column that shows if a review is public, and
 * for one that shows if it is verified.
 */
export function askStates(map: TableMap, columns: readonly Column[]): Question[] {
  const used = new Set([
    ...Object.values(map.columns).flatMap((names) => names ?? []),
    ...map.ignore,
  ]);
  return columns.flatMap(({ name, cells }): Question[] => {
    const lists = [map.skipWhere.get(name), map.keepWhere.get(name)];
    const isDecided = used.has(name) || lists.some((values) => values?.length === 0);
    const state = isDecided ? undefined : readStates(name, cells);
    const listed = lists.flatMap((values) => (values ?? []).map(bare));
    const open = state?.closed.filter((value) => !listed.includes(bare(value))) ?? [];
    if (!state || open.length === 0) return [];
    const samples = [`${name}: ${show(state.values)}`];
    const other = { label: 'It means something else', lines: { ignore: name } };
    if (state.isVerification) {
      if (map.columns.verified || map.none.has('verified')) return [];
      const label = 'Yes: publish the verified reviews, and keep the others pending';
      return [
        {
          key: 'verified',
          isOpen: true,
          message: `Does "${name}" show which reviews the platform has verified?`,
          fault: `"${name}" shows which reviews are verified (${show(state.values)})`,
          samples,
          choices: [{ label, lines: { verified: name } }, other],
        },
      ];
    }
    // Values that mean nothing known are asked for one by one.
    const isClear = (value: string) => isKnown(value) && !state.isUnclear;
    const known = open.filter(isClear);
    const codes = open.filter((value) => !isClear(value));
    return [known, ...codes.map((code) => [code])].flatMap((values) => {
      const count = cells.filter((cell) => values.some((one) => bare(one) === bare(cell))).length;
      const hint = `${count} of ${cells.length}`;
      const skip = { label: 'No: leave them out', hint, lines: { skipWhere: { [name]: values } } };
      const keep = { label: 'Yes: import them', lines: { keepWhere: { [name]: values } } };
      const question = {
        key: 'skipWhere',
        message: `Import the reviews whose "${name}" is ${show(values)}?`,
        fault: `"${name}" shows which reviews are public, and for some it is ${show(values)}`,
        samples,
        choices:
          count === cells.length && !state.isForbidding ? [keep, skip, other] : [skip, keep, other],
      };
      return values.length > 0 ? [question] : [];
    });
  });
}

/** True for a state, a blank cell or the date of a deletion; other values are codes. */
function isKnown(value: string): boolean {
  return value === '' || isDate(value) || isState(value);
}

function show(values: readonly string[]): string {
  const shown = values.slice(0, 10).map((value) => value || '""');
  return [...shown, ...(values.length > 10 ? ['...'] : [])].join(', ');
}

/** Asks for the scale of ratings above five, and for the stars of words that cannot be read. */
export function askRatings(map: TableMap, columns: readonly Column[]): Question[] {
  const names = map.columns.rating ?? [];
  const [name = ''] = names;
  const cells = columns
    .filter((column) => names.includes(column.name))
    .flatMap((column) => column.cells.filter((cell) => cell !== ''));
  const known = new Set([
    ...Object.keys(map.ratings ?? {}).map(bare),
    ...names.flatMap((one) => (map.skipWhere.get(one) ?? []).map(bare)),
  ]);
  const open = Map.groupBy(
    cells.filter((cell) => !known.has(bare(cell))),
    bare,
  );
  const ratings = [...open.keys()].flatMap((value) => parseRating(value) ?? []);
  const words = [...open.values()].filter(([cell = '']) => parseRating(cell) === undefined);
  const plain = ratings.flatMap(({ value, outOf }) => (outOf === undefined ? [value] : []));
  const highest = Math.max(...plain);
  // A bare 4 beside 8/10 is unclear as well.
  const isClear = highest <= 5 && ratings.every(({ outOf = 5 }) => outOf === 5);
  const isAsked = map.ratingScale === undefined && plain.length > 0 && !isClear;
  // A few odd cells are skipped with a reason each.
  const isOdd = words.length > MAX_WORDS || words.flat().length * 10 < cells.length;
  return [
    ...(isAsked ? [askScale(name, highest)] : []),
    ...(isOdd ? [] : words.map((same) => askStars(names, same))),
  ];
}

function askScale(name: string, highest: number): Question {
  const scales = ([10, 100] as const).filter((scale) => scale >= highest);
  return {
    key: 'ratingScale',
    message: 'What is the highest rating that a reviewer can give there?',
    fault: `"${name}" has ratings up to ${highest}, so it is unclear if they are out of 5, of 10 or of 100`,
    samples: [],
    choices: [
      ...scales.map((scale) => ({ label: String(scale), lines: { ratingScale: scale } })),
      { label: '5: skip the reviews above it', lines: { ratingScale: 5 } },
    ],
  };
}

/** Asks for the stars of a word, such as "recommended"; none are invented. */
function askStars(names: readonly string[], { 0: word = '', length }: readonly string[]): Question {
  const [name = ''] = names;
  const rating = names.length > 1 ? [...names] : name;
  return {
    key: 'ratings',
    isOpen: true,
    message: `How many stars does "${word}" mean?`,
    fault: `"${name}" has "${word}" in place of stars in ${amount(length, 'row')}`,
    samples: [],
    choices: [
      { label: 'None: skip these rows', lines: { rating, skipWhere: { [name]: [word] } } },
      ...[5, 4, 3, 2, 1].map((stars) => ({
        label: String(stars),
        lines: { ratings: { [word]: stars } },
      })),
    ],
  };
}

/** Asks for the order of day and month that no date shows, and for dates that cannot be read. */
export function askDates(map: TableMap, columns: readonly Column[], country: string | undefined) {
  const keys = ['date', 'dateModified', 'replyDate'] as const;
  const readBy = (key: ColumnKey) => columns.filter(({ name }) => map.columns[key]?.includes(name));
  const dates = readBy('date');
  const unreadable =
    map.dateFormat || dates.some((one) => fits('date', one)) ? [] : dates.slice(0, 1);
  const { shown, unclear } = findDayOrder(keys.flatMap(readBy).flatMap(({ cells }) => cells));
  const [example] = unclear;
  const [order, other] = shown;
  const questions = unreadable.map(askFormat);
  if (example === undefined || map.dateFormat !== undefined) return { questions, remarks: [] };
  if (order === undefined)
    return { questions: [...questions, askOrder(unclear, country)], remarks: [] };
  const remark =
    other === undefined
      ? `Dates such as ${example} are read as ${order}, because other dates of the file can be read only so.`
      : `The dates show both ${order} and ${other}, so rows with dates such as ${example} are skipped.`;
  return { questions, remarks: [remark], order: other === undefined ? order : undefined };
}

function askFormat(column: Column): Question {
  const old = column.sample.find(isRelativeDate);
  return {
    key: 'dateFormat',
    message: 'How are these dates written?',
    fault:
      old === undefined
        ? `the dates in "${column.name}" cannot be read; write how they are written, such as DD.MM.YYYY`
        : `"${column.name}" has only dates such as "${old}", which depend on the day of the download; download the reviews with full dates, such as 2026-01-31, or write them into the file`,
    samples: [sayColumn(column)],
    choices: [],
    ...(old === undefined && { linesOf: (dateFormat: string): ColumnMap => ({ dateFormat }) }),
  };
}

/** The order in the country of the business is the likeliest. */
function askOrder(unclear: readonly string[], country: string | undefined): Question {
  const isCode = /^[A-Z]{2}$/.test(country ?? '');
  const locale = isCode ? new Intl.Locale(`und-${country}`).maximize() : 'en-US';
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  const day = { label: 'The day', lines: { dateFormat: 'DD/MM/YYYY' } };
  const month = { label: 'The month', lines: { dateFormat: 'MM/DD/YYYY' } };
  return {
    key: 'dateFormat',
    isOpen: !isCode,
    message: `Which comes first in dates such as ${unclear.slice(0, 3).join(', ')}?`,
    fault: `it is unclear if the day or the month comes first in dates such as ${unclear[0]}`,
    samples: [],
    choices: parts.indexOf('day') < parts.indexOf('month') ? [day, month] : [month, day],
  };
}
