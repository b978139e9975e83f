/** Returns the calendar date of an instant in one time zone. */
export type DayOf = (instant: Date) => string;

/** Builds a finder of calendar dates, YYYY-MM-DD, in an IANA time zone. */
export function createDayOf(timeZone: string): DayOf {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const year = (parts.get('year') ?? '').padStart(4, '0');
    return `${year}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
  };
}

/** Returns the start of a calendar date, as RFC 3339 date-time with the offset of that moment. */
export type StartOf = (date: string) => string;

const DAY_MS = 86_400_000;

/**
 * Builds a finder of the start of days in an IANA time zone: midnight, the first of two midnights,
 * or the first moment after it if clocks skip it. So the start of a day that has begun there is
 * never in the future.
 */
export function createStartOf(timeZone: string): StartOf {
  const offsetAt = createOffsetAt(timeZone);
  return (date) => {
    const midnight = Date.parse(date);
    const [before, after] = [offsetAt(midnight - DAY_MS), offsetAt(midnight + DAY_MS)];
    const offsets = [Math.max(before, after), Math.min(before, after)];
    const offset = offsets.find((one) => offsetAt(midnight - one) === one);
    // Clocks are put forward at midnight, which they skip.
    if (offset === undefined) return formatInstant(midnight - before, after);
    return formatInstant(midnight - offset, offset);
  };
}

/** Builds a finder of the offset from UTC, in milliseconds, at an instant. */
export function createOffsetAt(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const [, sign, hours, minutes, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? [];
    if (sign === undefined) return 0;
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return (sign === '+' ? total : -total) * 1000;
  };
}

/** RFC 3339 §5.6; in UTC if the offset has seconds, which it cannot express. */
function formatInstant(instant: number, offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const isWritable = minutes > 0 && Number.isInteger(minutes);
  const written = new Date(isWritable ? instant + offset : instant).toISOString().slice(0, 19);
  if (!isWritable) return `${written}Z`;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${written}${offset < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** Returns true if a calendar date is later than another; from 10000 on, years have more digits. */
export function isLater(date: string, other: string): boolean {
  return date.length === other.length ? date > other : date.length > other.length;
}

/** Returns the calendar date after another. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}
