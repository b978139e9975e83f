import { Z } from '#insights/score.ts';

const [LEAST, MOST] = [1, 5];

/** The variance of ratings of which half are at either end, as shares: no ratings vary more. */
const LARGEST_VARIANCE = 0.25;

/**
 * An interval at 95 % of the mean of ratings, by how many there are of each number of stars: Wilson's
 * score interval (1927) of the mean, taken as a share of the way from one star to five, with as many
 * ratings as would have that variance if each were all or nothing (Korn and Graubard 1998, Survey
 * Methodology 24:193-201). The variance counts one more rating, which varies as much as any can: few
 * ratings are often more alike than those to come. It stays between 1 and 5, contains the mean, and is
 * wide where ratings are few, even if they are all alike. Undefined without ratings.
 */
export function meanInterval(
  distribution: Readonly<Record<string, number>>,
): readonly [low: number, high: number] | undefined {
  const ratings = Object.entries(distribution).map(
    ([stars, count]) => [(Number(stars) - LEAST) / (MOST - LEAST), count] as const,
  );
  const n = ratings.reduce((sum, [, count]) => sum + count, 0);
  if (n === 0) return undefined;
  const share = ratings.reduce((sum, [value, count]) => sum + value * count, 0) / n;
  const squares = ratings.reduce((sum, [value, count]) => sum + (value - share) ** 2 * count, 0);
  const variance = (squares + LARGEST_VARIANCE) / (n + 1);
  const most = share * (1 - share);
  // Where all are at one end, they are all or nothing.
  const size = most === 0 ? n : (n * most) / variance;
  const middle = share + Z ** 2 / (2 * size);
  const reach = Z * Math.sqrt(most / size + Z ** 2 / (4 * size ** 2));
  const bound = (value: number) => LEAST + ((MOST - LEAST) * value) / (1 + Z ** 2 / size);
  return [bound(middle - reach), bound(middle + reach)];
}
