import type { Quote } from '../insights-document.ts';
import type { NotedReview } from '../noted-review.ts';

/** Maximum reviews that are named in place of a quote. */
export const MOST_NAMED = 10;

/**
 * The ids of the first reviews that criticize something of which no criticism is quoted, so that what
 * is counted can be read.
 */
export function findUnquotedCriticism(
  quotes: readonly Quote[],
  criticising: readonly NotedReview[],
): string[] {
  if (quotes.some(({ sentiment }) => sentiment === 'negative')) return [];
  return criticising.slice(0, MOST_NAMED).map(({ id }) => id);
}
