import type { IncomingReview, Skipped } from './incoming-review.ts';
import { reviewIdOf } from './review-id.ts';

/** Parts of one Takeout may overlap: of two copies of a review the newer one counts. */
export function chooseNewestCopies(reviews: readonly IncomingReview[]): {
  readonly newest: readonly (readonly [id: string, review: IncomingReview])[];
  readonly copies: readonly Skipped[];
} {
  const newest = new Map<string, IncomingReview>();
  const copies: Skipped[] = [];
  for (const review of reviews) {
    const id = reviewIdOf(review.sourceName, review.key);
    const other = newest.get(id);
    const isNewer = (review.changedAt ?? 0) > (other?.changedAt ?? 0);
    if (!other || isNewer) newest.set(id, review);
    if (!other) continue;
    const [kept, dropped] = isNewer ? [review, other] : [other, review];
    const reason =
      review.sourceId === undefined
        ? `has the same author, date and text as ${kept.place}; only an id column could tell them apart`
        : `has the same id as ${kept.place}`;
    copies.push({ place: dropped.place, reason, id });
  }
  return { newest: [...newest], copies };
}
