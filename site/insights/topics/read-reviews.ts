import { createFlatMapper } from '#dataset/lists/flat-mapper.ts';
import type { Review } from '#dataset/review.ts';
import type { BigramCounts } from './bigram-counts.ts';
import type { NumberList } from './number-lists.ts';

/** An analysed review and its bigrams. */
export type ReadReview = NumberList & {
  readonly review: Review;
  /** Reviews are numbered as they are read: it means nothing else. */
  readonly number: number;
};

/**
 * Reads the analysed reviews of one list after another, in their order. A review that was read
 * before is the same object again.
 */
export function createReviewReader(
  counts: BigramCounts,
): (reviews: readonly Review[]) => readonly ReadReview[] {
  let number = 0;
  return createFlatMapper((review: Review) => {
    if (!review.sentiment) return [];
    const { start, end } = counts.read(review.reviewBody);
    return [{ start, end, review, number: number++ }];
  });
}
