import { memoize } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft } from '../content.ts';
import { type ContentProblem, placeFindings, warningAt } from '../content-problem.ts';
import { checkOnce } from './check-review.ts';

/** Returns the reviews in files, without removed ones. */
export function receiveReviews({ reviews, removals }: Draft): readonly StoredReview[] {
  const removed = idsOf(removals?.value ?? []);
  return reviews.map(({ value }) => value).filter(({ id }) => !removed.has(id));
}

/** Warnings of removed reviews whose files still exist. */
export function checkRemoved({ reviews, removals }: Draft): ContentProblem[] {
  const removed = idsOf(removals?.value ?? []);
  return reviews.filter(({ value }) => removed.has(value.id)).flatMap(warnOfFile);
}

const warnOfFile = checkOnce((review) => {
  const message = 'id: is listed in removed.yaml, so the review is not published; delete this file';
  return placeFindings(review, [{ path: ['id'], message }], warningAt);
});

/** Returns the ids of a list that does not change. */
export const idsOf = memoize(
  (list: readonly { readonly id: string }[]): ReadonlySet<string> =>
    new Set(list.map(({ id }) => id)),
);
