import * as fc from 'fast-check';
import type { StoredReview } from '#dataset/stored-review.ts';
import { storedReview } from './reviews.ts';

/** What an editor does to one of the reviews. */
export type ReviewEdit = {
  readonly kind: 'add' | 'change' | 'date' | 'remove' | 'nothing';
  /** Which of them, whatever their number is. */
  readonly at: number;
  readonly day: number;
  readonly text: string;
};

export const arbitraryEdit: fc.Arbitrary<ReviewEdit> = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'date', 'remove', 'nothing'),
  at: fc.nat(1000),
  day: fc.integer({ min: 1, max: 28 }),
  text: fc.string({ unit: 'grapheme', maxLength: 300 }),
});

/** The reviews after an edit; those that it did not touch stay the same objects. */
export function editReviews(
  reviews: readonly StoredReview[],
  { kind, at, day, text }: ReviewEdit,
  number: number,
): readonly StoredReview[] {
  const position = at % Math.max(reviews.length, 1);
  const datePublished = `2026-10-${String(day).padStart(2, '0')}`;
  const chosen = reviews[position];
  const replaceBy = (...others: readonly StoredReview[]) =>
    reviews.toSpliced(position, 1, ...others);
  if (kind === 'add') {
    return [...reviews, storedReview({ id: `review-${number}`, datePublished, reviewBody: text })];
  }
  if (!chosen || kind === 'nothing') return reviews;
  if (kind === 'remove') return replaceBy();
  return replaceBy({ ...chosen, ...(kind === 'date' ? { datePublished } : { reviewBody: text }) });
}
