import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { createOffsetAt, type DayOf } from '#dataset/zoned-day.ts';
import { compileDateFormat } from './date-format.ts';

/**
 * A date in the business's calendar, and its instant if the source has one; `written` is the date
 * as written if the zone of its time is stated elsewhere.
 */
type ParsedDate =
  | { readonly date: string; readonly instant?: string; readonly written?: string }
  | { readonly fault: string };

export type ParseDate = (text: string) => ParsedDate;

type Parts = { readonly [name: string]: string | undefined };

const TIME =
  '(?:[T,]?\\s*(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?\\s*(?<meridiem>[ap]m)?\\s*(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?)?';
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})${TIME}$`,
  'i',
);
const NUMBERS = new RegExp(
  `^(?<one>\\d{1,2})(?<mark>[-/.])(?<two>\\d{1,2})\\k<mark>(?<year>\\d{4})${TIME}$`,
  'i',
);
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?';
const DAY_MONTH = new RegExp(
  `^${WEEKDAY}(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.?[\\s-]+(?:of\\s+)?(?<monthName>[a-z]+)\\.?,?[\\s-]+(?<year>\\d{4})${TIME}$`,
  'i',
);
const MONTH_DAY = new RegExp(
  `^${WEEKDAY}(?<monthName>[a-z]+)\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})${TIME}$`,
  'i',
);
const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** The order of day and month in dates of numbers alone. */
export const DAY_ORDERS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export type DateOptions = {
  readonly dayOf: DayOf;
  readonly format?: string | undefined;
  /** The order that other dates of the table show, if no format is given. */
  readonly order?: DayOrder | undefined;
  /** The zone of times without one; if it is unknown, only their date is kept. */
  readonly timeZone?: string | undefined;
};

type Context = {
  readonly dayOf: DayOf;
  readonly order: DayOrder | undefined;
  readonly offsetAt: ((instant: number) => number) | undefined;
};

/**
 * Builds a reader of dates. With a format it accepts only that ("unix" and "unix-ms" count seconds
 * and milliseconds; DD/MM/YYYY accepts any of the marks between numbers, and a time); without one
 * it accepts every unambiguous date.
 */
export function createParseDate({ dayOf, format, order, timeZone }: DateOptions): ParseDate {
  if (format === 'unix' || format === 'unix-ms') {
    const unit = format === 'unix' ? 1000 : 1;
    return (text) => fromUnix(text.trim(), unit, dayOf);
  }
  const stated = format === undefined ? undefined : orderOf(format);
  const pattern = format === undefined ? undefined : stated ? NUMBERS : compileDateFormat(format);
  const context: Context = {
    dayOf,
    order: stated ?? order,
    offsetAt: timeZone === undefined ? undefined : createOffsetAt(timeZone),
  };
  return (text) => {
    const bare = text.trim();
    if (bare === '') return { fault: 'the date is missing' };
    if (!pattern) return parseUnambiguous(bare, context);
    const parts = pattern.exec(bare)?.groups;
    if (!parts) return { fault: `the date ${quote(bare)} is not in the form ${format}` };
    return resolve(bare, stated ? inOrder(parts, stated) : parts, context);
  };
}

/** DD/MM/YYYY or the like of a format such as dd.mm.yyyy. */
function orderOf(format: string): DayOrder | undefined {
  const order = format.toUpperCase().replaceAll(/[-.]/g, '/');
  return DAY_ORDERS.find((one) => one === order);
}

function inOrder(parts: Parts, order: DayOrder): Parts {
  const [day, month] = order === 'DD/MM/YYYY' ? [parts.one, parts.two] : [parts.two, parts.one];
  return { ...parts, day, month };
}

function parseUnambiguous(text: string, context: Context): ParsedDate {
  for (const pattern of [YEAR_FIRST, DAY_MONTH, MONTH_DAY]) {
    const parts = pattern.exec(text)?.groups;
    if (parts) return resolve(text, parts, context);
  }
  const parts = NUMBERS.exec(text)?.groups;
  if (!parts) return { fault: `the date ${quote(text)} cannot be read; state its dateFormat` };
  const order = showOrder(parts) ?? context.order;
  if (order === undefined) {
    return {
      fault: `the date ${quote(text)} may be day or month first; state dateFormat: DD/MM/YYYY or MM/DD/YYYY in a map`,
    };
  }
  return resolve(text, inOrder(parts, order), context);
}

/** Returns the order that a date shows by itself. Dots never follow a month that is first. */
function showOrder({ one, two, mark }: Parts): DayOrder | undefined {
  if (Number(two) > 12) return 'MM/DD/YYYY';
  return Number(one) > 12 || one === two || mark === '.' ? 'DD/MM/YYYY' : undefined;
}

/** Returns the orders that dates of one table show, and the dates that depend on them. */
export function findDayOrder(texts: Iterable<string>): {
  /** One, none, or both if they contradict each other. */
  readonly shown: ReadonlySet<DayOrder>;
  readonly unclear: readonly string[];
} {
  const shown = new Set<DayOrder>();
  const unclear: string[] = [];
  for (const text of texts) {
    const parts = NUMBERS.exec(text.trim())?.groups;
    if (!parts || parts.one === parts.two || parts.mark === '.') continue;
    const order = showOrder(parts);
    if (order === undefined) unclear.push(text.trim());
    else shown.add(order);
  }
  return { shown, unclear };
}

function resolve(text: string, parts: Parts, { dayOf, offsetAt }: Context): ParsedDate {
  const year = parts.year ?? `20${parts.shortYear ?? ''}`;
  const month = parts.monthName ? monthNumber(parts.monthName) : Number(parts.month);
  const date = `${year}-${pad(month)}-${pad(Number(parts.day))}`;
  if (!isCalendarDate(date)) return { fault: `the date ${quote(text)} does not exist` };
  if (parts.hour === undefined) return { date };
  const time = timeOf(parts);
  if (time === undefined) return { fault: `the time of ${quote(text)} does not exist` };
  if (parts.zone !== undefined) {
    return fromInstant(new Date(`${date}T${time}${offsetOf(parts.zone)}`), dayOf);
  }
  // Without a zone, the clock of the writer is unknown: only the date can be kept.
  if (!offsetAt) return { date };
  const there = Date.parse(`${date}T${time}Z`);
  const instant = there - offsetAt(there - offsetAt(there));
  return { ...fromInstant(new Date(instant), dayOf), written: date };
}

function timeOf(parts: Parts): string | undefined {
  const written = Number(parts.hour);
  const meridiem = parts.meridiem?.toLowerCase();
  if (meridiem && (written < 1 || written > 12)) return undefined;
  const hour = meridiem ? (written % 12) + (meridiem === 'pm' ? 12 : 0) : written;
  const [minute, second] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

function offsetOf(zone: string): string {
  if (/^[zug]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(-2)}`;
}

function fromUnix(text: string, unit: number, dayOf: DayOf): ParsedDate {
  const instant = new Date(/^\d{1,16}(?:\.\d+)?$/.test(text) ? Number(text) * unit : Number.NaN);
  return Number.isNaN(instant.getTime())
    ? { fault: `the date ${quote(text)} is not a count of seconds or milliseconds since 1970` }
    : fromInstant(instant, dayOf);
}

function fromInstant(instant: Date, dayOf: DayOf): ParsedDate {
  if (Number.isNaN(instant.getTime())) return { fault: 'the time zone of the date does not exist' };
  return { date: dayOf(instant), instant: instant.toISOString().replace(/\.\d+Z$/, 'Z') };
}

/**
 * Returns the month's number, or NaN if the name, or its first three letters, is not an English
 * month.
 */
function monthNumber(name: string): number {
  const bare = name.toLowerCase();
  const index = MONTHS.findIndex((month) => month.startsWith(bare === 'sept' ? 'sep' : bare));
  return bare.length < 3 || index < 0 ? Number.NaN : index + 1;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
