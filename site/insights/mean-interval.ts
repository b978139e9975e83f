import { RatingSum } from '#dataset/counts.ts';
import { Z } from './score.ts';

const [LEAST, MOST] = [1, 5];

/** The variance of ratings with half of them at either end, as shares: no ratings vary more. */
const LARGEST_VARIANCE = 0.25;

/**
 * An interval at 95 % of the mean of ratings: Wilson's score interval (1927) of the mean, taken as a share of
 * the way from one star to five, with as many ratings as would have that variance if each were all or nothing
 * (Korn and Graubard 1998, Survey Methodology 24:193-201). The variance counts one more rating, which varies as much as any can: few
 * ratings are often more alike than those to come. It stays between 1 and 5, contains the mean, and is
 * wide where ratings are few, even if they are all alike. Undefined without ratings.
 */
export function intervalOf(ratings: RatingSum): Interval | undefined {
  const { count: n, moments } = ratings;
  if (n === 0) return undefined;
  const share = (moments.mean - LEAST) / (MOST - LEAST);
  const spread = moments.variance / (MOST - LEAST) ** 2;
  const variance = (n * spread + LARGEST_VARIANCE) / (n + 1);
  const most = share * (1 - share);
  // Where all are at one end, they are all or nothing.
  const size = most === 0 ? n : (n * most) / variance;
  const middle = share + Z ** 2 / (2 * size);
  const reach = Z * Math.sqrt(most / size + Z ** 2 / (4 * size ** 2));
  const bound = (value: number) => LEAST + ((MOST - LEAST) * value) / (1 + Z ** 2 / size);
  return [bound(middle - reach), bound(middle + reach)];
}

/** Returns the interval of ratings, by their counts for each number of stars. */
export function meanInterval(distribution: Readonly<Record<string, number>>): Interval | undefined {
  const ratings = new RatingSum();
  for (const [stars, count] of Object.entries(distribution)) ratings.add(Number(stars), count);
  return intervalOf(ratings);
}

/** The lowest and the highest likely mean. */
export type Interval = readonly [low: number, high: number];
