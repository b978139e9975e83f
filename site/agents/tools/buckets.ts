import { RatingSum } from '#dataset/edits/counts.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { Search } from '#search/search.ts';

/** How many reviews have something in common, and how they rate. */
export type Bucket = {
  readonly key: string;
  readonly count: number;
  readonly averageRating: number | null;
};

// The loops below look at nothing but numbers: a million reviews take some 10 ms each.

/** The ratings of the reviews at some positions, added up. */
export function ratingsAt(
  { halfStars }: Pick<Corpus, 'halfStars'>,
  positions: readonly number[],
): RatingSum {
  const sum = new RatingSum();
  for (const position of positions) sum.add((halfStars[position] ?? 0) / 2);
  return sum;
}

/** A bucket for each rating that occurs, highest first. */
export function bucketsByRating(
  { halfStars }: Pick<Corpus, 'halfStars'>,
  positions: readonly number[],
): Bucket[] {
  const sums = Array.from({ length: 11 }, () => new RatingSum());
  for (const position of positions) {
    const stars = halfStars[position] ?? 0;
    sums[stars]?.add(stars / 2);
  }
  return sums
    .map((sum, stars) => bucketOf(String(stars / 2), sum))
    .filter(({ count }) => count > 0)
    .reverse();
}

/** A bucket for each period in which reviews were published, newest first. */
export function bucketsByPeriod(
  { halfStars, datePrefixes }: Pick<Corpus, 'halfStars' | 'datePrefixes'>,
  ascending: readonly number[],
  periodOf: (date: string) => string,
): Bucket[] {
  const sums = new Map<string, RatingSum>();
  let sum = new RatingSum();
  let prefix = -1;
  let end = 0;
  for (const position of ascending) {
    if (position >= end) {
      do end = datePrefixes[++prefix]?.count ?? Number.POSITIVE_INFINITY;
      while (position >= end);
      const period = periodOf(datePrefixes[prefix]?.date ?? '');
      sum = sums.get(period) ?? new RatingSum();
      sums.set(period, sum);
    }
    sum.add((halfStars[position] ?? 0) / 2);
  }
  return [...sums].map(([period, added]) => bucketOf(period, added));
}

function bucketOf(key: string, { count, mean }: RatingSum): Bucket {
  return { key, count, averageRating: mean };
}

/** A bucket for each name mentioned at the positions, most frequent first; `find` searches one. */
export async function bucketsByMention(
  { count, halfStars }: Pick<Corpus, 'count' | 'halfStars'>,
  positions: readonly number[],
  names: readonly string[],
  find: (name: string) => ReturnType<Search>,
): Promise<Bucket[] | 'busy'> {
  if (positions.length === 0) return [];
  const counted = new Uint8Array(count);
  for (const position of positions) counted[position] = 1;
  const buckets: Bucket[] = [];
  // One after another: each list may be as long as there are reviews.
  for (const name of names) {
    const sum = new RatingSum();
    const found = await find(name);
    if (found === 'busy') return 'busy';
    for (const position of found.positions) {
      if (counted[position] === 1) sum.add((halfStars[position] ?? 0) / 2);
    }
    if (sum.count > 0) buckets.push(bucketOf(name, sum));
  }
  return buckets.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}
