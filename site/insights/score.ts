/** Returns a sum over a count, rounded half away from zero to three decimals; 0 without items. */
export function scoreOf(sum: number, count: number): number {
  if (count === 0) return 0;
  // Multiplied first: with whole numbers a half is exact then, not a binary fraction.
  const thousandths = Math.round((Math.abs(sum) * 1000) / count);
  return thousandths === 0 ? 0 : (Math.sign(sum) * thousandths) / 1000;
}

/** With fewer reviews that praise or criticize, a score would claim too much: it is null. */
export const ENOUGH_TO_SCORE = 30;

/** Fewer ratings than this say little: their mean has a warning, or is left out. */
export const FEW_RATINGS = 5;

/** The quantile of the normal distribution that leaves 2.5 % above it. */
export const Z = 1.959964;

/** Bisections of the way to a bound: far more than the three published decimals need. */
const STEPS = 40;

/**
 * Returns the 95 % score interval of the share of reviews that praise minus the share that
 * criticize, where one review may do both (Tango 1998, Equivalence test and confidence interval for
 * the difference in proportions for the paired-sample design, Statistics in Medicine 17:891-908).
 * `praise` and `blame` count the reviews that do only that, `count` all of them. It contains the
 * score; without reviews it covers everything.
 */
export function scoreInterval(
  praise: number,
  blame: number,
  count: number,
): [low: number, high: number] {
  if (count === 0) return [-1, 1];
  const score = (praise - blame) / count;
  // The statistic falls as the difference grows: the bound is where it equals the quantile.
  const bound = (beyond: number, quantile: number) => {
    let [inside, outside] = [score, beyond];
    for (let step = 0; step < STEPS; step++) {
      const middle = (inside + outside) / 2;
      if (Math.abs(statisticAt(middle, praise, blame, count)) <= quantile) inside = middle;
      else outside = middle;
    }
    return scoreOf(inside, 1);
  };
  return [bound(-1, Z), bound(1, Z)];
}

/** The distance of a difference from the counts, in standard errors under that difference. */
function statisticAt(difference: number, praise: number, blame: number, count: number): number {
  const distance = praise - blame - count * difference;
  if (distance === 0) return 0;
  const a = 2 * count;
  const b = (2 * count - praise + blame) * difference - praise - blame;
  const c = -blame * difference * (1 - difference);
  const onlyBlame = (Math.sqrt(Math.max(0, b * b - 4 * a * c)) - b) / (2 * a);
  const variance = count * (2 * onlyBlame + difference * (1 - difference));
  return distance / Math.sqrt(Math.max(0, variance));
}
