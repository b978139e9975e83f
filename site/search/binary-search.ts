/**
 * Bisects for the first number from `low` to below `high` for which a condition is true; it must be
 * true for all numbers after that. `high` if it is true for none.
 */
export function firstWhere(low: number, high: number, holds: (number: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
