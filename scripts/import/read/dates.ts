import { isCalendarDate } from '#dataset/schema/scalars.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import { ImportRefusal } from '../import-refusal.ts';

/** A date as the business's calendar has it, and the instant where the source has it. */
type ParsedDate = { readonly date: string; readonly instant?: string } | { readonly fault: string };

export type ParseDate = (text: string) => ParsedDate;

type Parts = { readonly [name: string]: string | undefined };

const TIME =
  '(?:[T,]?\\s*(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?\\s*(?<meridiem>[ap]m)?\\s*(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?)?';
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})${TIME}$`,
  'i',
);
const NUMBERS = new RegExp(
  `^(?<one>\\d{1,2})([-/.])(?<two>\\d{1,2})\\2(?<year>\\d{4})${TIME}$`,
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

/**
 * Builds a reader of dates. With a format it takes that format alone ("unix" and "unix-ms" count
 * seconds and milliseconds); without one it takes every date that can be read in one way only.
 */
export function createParseDate(dayOf: DayOf, format?: string): ParseDate {
  if (format === 'unix' || format === 'unix-ms') {
    const unit = format === 'unix' ? 1000 : 1;
    return (text) => fromUnix(text.trim(), unit, dayOf);
  }
  const pattern = format === undefined ? undefined : compileDateFormat(format);
  return (text) => {
    const bare = text.trim();
    if (bare === '') return { fault: 'the date is missing' };
    if (!pattern) return parseUnambiguous(bare, dayOf);
    const parts = pattern.exec(bare)?.groups;
    if (!parts) return { fault: `the date ${quote(bare)} is not written ${format}` };
    return resolve(bare, parts, dayOf);
  };
}

function parseUnambiguous(text: string, dayOf: DayOf): ParsedDate {
  for (const pattern of [YEAR_FIRST, DAY_MONTH, MONTH_DAY]) {
    const parts = pattern.exec(text)?.groups;
    if (parts) return resolve(text, parts, dayOf);
  }
  const parts = NUMBERS.exec(text)?.groups;
  if (!parts) return { fault: `the date ${quote(text)} cannot be read; state its dateFormat` };
  const [one, two] = [Number(parts.one), Number(parts.two)];
  if (one <= 12 && two <= 12 && one !== two) {
    return {
      fault: `the date ${quote(text)} may be day or month first; state dateFormat: DD/MM/YYYY or MM/DD/YYYY in a map`,
    };
  }
  const [day, month] = two > 12 ? [two, one] : [one, two];
  return resolve(text, { ...parts, day: String(day), month: String(month) }, dayOf);
}

function resolve(text: string, parts: Parts, dayOf: DayOf): ParsedDate {
  const year = parts.year ?? `20${parts.shortYear ?? ''}`;
  const month = parts.monthName ? monthNumber(parts.monthName) : Number(parts.month);
  const date = `${year}-${pad(month)}-${pad(Number(parts.day))}`;
  if (!isCalendarDate(date)) return { fault: `the date ${quote(text)} does not exist` };
  if (parts.hour === undefined) return { date };
  const time = timeOf(parts);
  if (time === undefined) return { fault: `the time of ${quote(text)} does not exist` };
  // Without a zone the clock of the writer is unknown: only the date can be kept.
  if (parts.zone === undefined) return { date };
  return fromInstant(new Date(`${date}T${time}${offsetOf(parts.zone)}`), dayOf);
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
    ? { fault: `the date ${quote(text)} is no count of time since 1970` }
    : fromInstant(instant, dayOf);
}

function fromInstant(instant: Date, dayOf: DayOf): ParsedDate {
  if (Number.isNaN(instant.getTime())) return { fault: 'the time zone of the date does not exist' };
  return { date: dayOf(instant), instant: instant.toISOString().replace(/\.\d+Z$/, 'Z') };
}

/** The month's number, or NaN where the name, or its first three letters, is no English month. */
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

const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MMMM: '(?<monthName>\\p{L}+)',
  MMM: '(?<monthName>\\p{L}+)\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  Do: '(?<day>\\d{1,2})(?:st|nd|rd|th)',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<fraction>\\d+)',
  A: '(?<meridiem>[AaPp][Mm])',
  a: '(?<meridiem>[AaPp][Mm])',
  Z: '(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})',
};
const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|Do|D|HH|H|hh|h|mm|ss|SSS|A|a|Z|[\s\S]/g;

/** Compiles a format such as "DD/MM/YYYY HH:mm" into a pattern with a named group for each part. */
function compileDateFormat(format: string): RegExp {
  const seen = new Set<string>();
  const source = normalise(format).replace(TOKEN, (token, literal: string | undefined) => {
    const group = literal === undefined ? TOKENS[token] : undefined;
    if (group === undefined) return RegExp.escape(literal ?? token);
    const name = /<(\w+)>/.exec(group)?.[1] ?? '';
    if (seen.has(name)) throw refusal(format, 'it states a part twice');
    seen.add(name);
    return group;
  });
  const hasYear = seen.has('year') || seen.has('shortYear');
  const hasMonth = seen.has('month') || seen.has('monthName');
  if (!hasYear || !hasMonth || !seen.has('day')) {
    throw refusal(format, 'it must state year, month and day');
  }
  return new RegExp(`^${source}$`, 'iu');
}

/** Spreadsheets write dd/mm/yyyy; without an hour, mm can only be the month. */
function normalise(format: string): string {
  if (/[MH]|h/.test(format)) return format.replaceAll('yyyy', 'YYYY').replaceAll('dd', 'DD');
  return format
    .replaceAll('yyyy', 'YYYY')
    .replaceAll('yy', 'YY')
    .replaceAll('dd', 'DD')
    .replaceAll('mmmm', 'MMMM')
    .replaceAll('mmm', 'MMM')
    .replaceAll('mm', 'MM');
}

function refusal(format: string, reason: string): ImportRefusal {
  return new ImportRefusal(
    `The dateFormat "${format}" cannot be used, for ${reason}; write it like DD/MM/YYYY, D MMM YYYY or YYYY-MM-DD HH:mm:ss, or unix`,
  );
}
