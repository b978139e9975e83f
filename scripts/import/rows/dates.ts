import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { createOffsetAt, type DayOf } from '#dataset/zoned-day.ts';
import { CommandError } from '../../command.ts';
import { isRelativeDate, readDateParts } from './date-parts.ts';

/**
 * A date in the business's calendar, and its instant if the source has one; `written` is the date
 * as written if the zone of its time is stated elsewhere.
 */
type ParsedDate =
  | { readonly date: string; readonly instant?: string; readonly written?: string }
  | { readonly fault: string };

/** The order of day and month in dates of numbers alone. */
export type DayOrder = 'DD/MM/YYYY' | 'MM/DD/YYYY';

type DateOptions = {
  readonly dayOf: DayOf;
  /** Such as DD/MM/YYYY or YY.MM.DD: its order of day, month and year decides what is unclear. */
  readonly format?: string | undefined;
  /** The order of unclear dates, if no format is given. */
  readonly order?: DayOrder | undefined;
  /** The zone of times without one; if it is unknown, only their date is kept. */
  readonly timeZone?: string | undefined;
};

/**
 * Builds a reader of dates in every clear form, with counts of spreadsheets and of seconds or
 * milliseconds since 1970. A format decides only what a date does not show.
 */
export function createParseDate({ dayOf, format, order: other, timeZone }: DateOptions) {
  const stated = orderOf(format);
  const known = stated ?? orderOf(other);
  const offsetAt = timeZone === undefined ? undefined : createOffsetAt(timeZone);
  return (cell: string): ParsedDate => {
    const text = cell.trim();
    const parts = readDateParts(text);
    if (!parts) return parseCount(text, dayOf);
    const { numbers, isDotted, time } = parts;
    // A format with other signs says nothing about dots.
    const isOther = isDotted && !format?.includes('.');
    const order = parts.order ?? (isOther ? 'DMY' : known);
    if (order === undefined) {
      return {
        fault: `the date ${quote(text)} may be day or month first; state dateFormat: DD/MM/YYYY or MM/DD/YYYY in a map`,
      };
    }
    if (stated !== undefined && order !== stated && order !== 'YMD' && !isOther) {
      return { fault: `the date ${quote(text)} does not fit dateFormat: ${format}` };
    }
    const [year = '', month = '', day = ''] = ['Y', 'M', 'D'].map(
      (part) => numbers[order.indexOf(part)],
    );
    const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const { clock, fraction, zone } = time ?? { clock: '00:00:00' };
    const instant = Date.parse(`${date}T${clock}${zone ?? 'Z'}`);
    if (!isCalendarDate(date) || Number.isNaN(instant)) {
      return { fault: `the date ${quote(text)} does not exist` };
    }
    if (zone !== undefined) return fromInstant(instant, dayOf, fraction);
    // Without a zone, the clock of the writer is unknown: only the date can be kept.
    if (!time || !offsetAt) return { date };
    const there = instant - offsetAt(instant - offsetAt(instant));
    return { ...fromInstant(there, dayOf, fraction), written: date };
  };
}

/** Returns the order in a format such as "hh:mm dd.mm.yyyy": "DMY". */
function orderOf(format: string | undefined): string | undefined {
  // Counts show by themselves what they count.
  if (format === undefined || /^unix/.test(format)) return undefined;
  const days = format.replace(/\[[^\]]*\]|h+\W*m+/gi, '').toUpperCase();
  const order = [...new Set(days.match(/[DMY]/g))].join('');
  if (['DMY', 'MDY', 'YMD'].includes(order)) return order;
  throw new CommandError(
    `The dateFormat "${format}" cannot be used, because it must have year, month and day; write it like DD/MM/YYYY, MM/DD/YY or YY.MM.DD`,
  );
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
    const { order = 'none', isDotted = true } = readDateParts(text.trim()) ?? {};
    if (isDotted || order === 'YMD') continue;
    if (order === 'none') unclear.push(text.trim());
    else shown.add(order === 'DMY' ? 'DD/MM/YYYY' : 'MM/DD/YYYY');
  }
  return { shown, unclear };
}

/** Reads seconds or milliseconds since 1970. */
function parseCount(text: string, dayOf: DayOf): ParsedDate {
  if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(text)) {
    const count = Number(text);
    return fromInstant(count < 1e11 ? count * 1000 : count, dayOf);
  }
  if (text === '') return { fault: 'the date is missing' };
  const fault = isRelativeDate(text)
    ? `${quote(text)} is a relative date, which does not say the day: export again with full dates, name another column that has them, or write the day there, such as 2024-06-11`
    : `the date ${quote(text)} cannot be read; write it like 2024-06-11`;
  return { fault };
}

/** A fraction of zeros states nothing; others stay as written. */
function fromInstant(instant: number, dayOf: DayOf, fraction = ''): ParsedDate {
  const whole = new Date(instant).toISOString().slice(0, 19);
  const part = /[1-9]/.test(fraction) ? `.${fraction}` : '';
  return { date: dayOf(new Date(instant)), instant: `${whole}${part}Z` };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
