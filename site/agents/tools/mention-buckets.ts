import { RatingSum } from '#dataset/rating-sum.ts';
import type { Corpus } from '#search/corpus.ts';
import type { Search } from '#search/search.ts';
import { type Bucket, bucketOf } from './rating-buckets.ts';

/**
 * A bucket for each name that is mentioned at some of the positions, the most frequent first.
 * `find` searches the reviews that mention a name.
 */
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
