import type { Review } from '#dataset/review.ts';
import type { Quote } from '../insights-document.ts';

/** Maximum reviews that are named in place of a quote. */
export const MOST_NAMED = 10;

/**
 * The ids of the newest reviews that criticize something of which no criticism is quoted, so that
 * what is counted can be read. `count` is how many criticize it, `reviews` are all, newest first.
 */
export function findUnquotedCriticism(
  quotes: readonly Quote[],
  count: number,
  reviews: readonly Review[],
  isCritical: (review: Review) => boolean,
): string[] {
  const ids: string[] = [];
  if (count === 0 || quotes.some(({ sentiment }) => sentiment === 'negative')) return ids;
  for (const review of reviews) {
    if (ids.length === Math.min(count, MOST_NAMED)) break;
    if (isCritical(review)) ids.push(review.id);
  }
  return ids;
}
