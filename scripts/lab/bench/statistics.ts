/** The middle of some numbers, or the mean of the middle two; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below which a share of the numbers lies, from 0 (the least) to 1 (the greatest);
 * between two of them it is interpolated (Hyndman & Fan's type 7, as in R and NumPy). NaN of none.
 */
export function quantile(values: readonly number[], share: number): number {
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`A quantile's share lies between 0 and 1 (got ${share}).`);
  }
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
