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
