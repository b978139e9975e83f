import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import type { StoredSummary } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft } from '../content.ts';
import { type ContentProblem, placeFindings, warningAt } from '../content-problem.ts';
import { checkOnce } from './check-review.ts';

/** Returns the reviews in files, without removed ones and judgments that `LEFT_OUT` is about. */
export function receiveReviews({ reviews, removals, aspects }: Draft): readonly StoredReview[] {
  const removed = idsOf(removals?.value ?? []);
  const received = reviews.map(({ value }) => value).filter(({ id }) => !removed.has(id));
  if (aspects?.value.isChosen !== false) return received;
  return received.map((review) => (review.aspects ? withKnownAspects(review) : review));
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

/** Omits judgments of aspects that the general list lacks; the same review if it has none. */
const withKnownAspects = memoize((review: StoredReview): StoredReview => {
  const known = idsOf(shippedList('general').aspects);
  const judged = Object.entries(review.aspects ?? {});
  const kept = judged.filter(([id]) => known.has(id));
  return kept.length === judged.length ? review : { ...review, aspects: Object.fromEntries(kept) };
});

/** Returns the summary of a draft without findings about aspects that the general list lacks. */
export function summaryOf({ summary, aspects }: Draft): StoredSummary | undefined {
  if (!summary || aspects?.value.isChosen !== false) return summary?.value;
  const known = idsOf(shippedList('general').aspects);
  return {
    ...summary.value,
    strengths: summary.value.strengths.filter(({ aspect }) => known.has(aspect)),
    concerns: summary.value.concerns.filter(({ aspect }) => known.has(aspect)),
  };
}
