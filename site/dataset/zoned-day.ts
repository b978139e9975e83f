/** The calendar date of an instant in one time zone. */
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

/** Whether a calendar date is later than another; from 10000 on, years have more digits. */
export function isLater(date: string, other: string): boolean {
  return date.length === other.length ? date > other : date.length > other.length;
}

/** The calendar date that follows another. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
