import type { Site } from './site.ts';

/** The first and the last day of each quarter. */
const DAYS = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
];

/** The days of a year such as 2026 or of a quarter such as 2026-Q4, as filters. */
export function daysOfPeriod(period: string): { readonly since: string; readonly until: string } {
  const [year, quarter] = period.split('-Q');
  if (quarter === undefined) return { since: `${year}-01-01`, until: `${year}-12-31` };
  const [first, last] = DAYS[Number(quarter) - 1] ?? [];
  return { since: `${year}-${first}`, until: `${year}-${last}` };
}

/** What a page calls a year, or a quarter such as 2026-Q4. */
export function nameOfPeriod(period: string, t: Site['t']): string {
  const [year = period, quarter] = period.split('-Q');
  return quarter === undefined ? year : t('quarters.name', { quarter, year });
}
