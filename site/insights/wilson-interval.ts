import { roundScore } from './score.ts';

/** The quantile of the normal distribution that leaves 2.5 % above it. */
const Z = 1.959964;

/**
 * The score interval at 95 % of a share of positive judgements (Wilson 1927, Probable inference, the
 * law of succession, and statistical inference), carried over from 0 to 1 to −1 to 1. Without any
 * judgement everything is possible.
 */
export function wilsonInterval(positive: number, negative: number): [low: number, high: number] {
  const count = positive + negative;
  if (count === 0) return [-1, 1];
  const share = positive / count;
  const centre = share + Z ** 2 / (2 * count);
  const reach = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  const scale = 1 + Z ** 2 / count;
  const bound = (end: number) => roundScore((2 * end) / scale - 1);
  return [bound(centre - reach), bound(centre + reach)];
}
