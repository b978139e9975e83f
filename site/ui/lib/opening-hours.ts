/** Minutes since Monday at midnight; a span that ends on the next Monday ends after the week. */
export type Span = readonly [opens: number, closes: number];

/** True while a business is open, with the minute at which that changes; undefined if never. */
export type Status = { readonly isOpen: boolean; readonly until: number | undefined };

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/**
 * Returns the span of a day of the week, where Monday is 0, from times such as 08:30. One that closes at or
 * before it opens closes on the next day, and 23:59 is written for midnight.
 */
export function spanOf(day: number, opens: string, closes: string): Span {
  const start = minuteOf(opens);
  const end = closes === '23:59' ? DAY : minuteOf(closes);
  return [day * DAY + start, day * DAY + (end <= start ? end + DAY : end)];
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the status at a minute of the week. Spans that meet or overlap are one. */
export function statusAt(now: number, spans: readonly Span[]): Status {
  const lastFrom = (minute: number) =>
    Math.max(
      minute,
      ...spans.map(([opens, closes]) => {
        const since = (minute - opens + 2 * WEEK) % WEEK;
        return since < closes - opens ? minute - since + closes - opens : minute;
      }),
    );
  let end = now;
  while (lastFrom(end) > end && end - now < WEEK) end = lastFrom(end);
  if (end > now) return { isOpen: true, until: end - now < WEEK ? end : undefined };
  const waits = spans.map(([opens]) => (opens - now + WEEK) % WEEK);
  return { isOpen: false, until: waits.length > 0 ? now + Math.min(...waits) : undefined };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the minute of the week of an instant in a time zone. */
export function minuteOfWeek(instant: Date, timeZone: string): number {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', ...time });
  const parts = format.formatToParts(instant);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = DAYS.indexOf(partOf('weekday'));
  return day * DAY + Number(partOf('hour')) * 60 + Number(partOf('minute'));
}
