/** The first and the last day of each quarter. */
const DAYS = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
];

/** The days of a quarter such as 2026-Q4, as filters. */
export function daysOfQuarter(quarter: string): { readonly since: string; readonly until: string } {
  const [first, last] = DAYS[Number(quarter.slice(-1)) - 1] ?? [];
  const year = quarter.slice(0, 4);
  return { since: `${year}-${first}`, until: `${year}-${last}` };
}
