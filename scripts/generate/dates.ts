import type { Random } from './random.ts';

/** A day written YYYY-MM-DD. */
export type CalendarDay = string;

const FIRST_DAY = Date.UTC(2020, 10, 1);
const DAY_COUNT = 2191; // to 2026-10-31: six years, and no clock

/** A day of the six years; later ones are likelier, since a business grows. */
export function drawDate(random: Random): CalendarDay {
  const share = random.next() ** 0.75;
  return dayOf(FIRST_DAY, Math.floor(share * DAY_COUNT));
}

/** The day that lies some days after another. */
export function dayAfter(date: CalendarDay, days: number): CalendarDay {
  return dayOf(Date.parse(date), days);
}

function dayOf(start: number, days: number): CalendarDay {
  return new Date(start + days * 86_400_000).toISOString().slice(0, 10);
}
