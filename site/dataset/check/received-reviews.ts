import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import type { StoredSummary } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import { type ContentProblem, placeFindings, warningAt } from '../content-problem.ts';

/**
 * The reviews of the content: those of the files without the removed ones and, if the general list
 * replaces a missing file, without judgments of aspects that it lacks.
 */
export function receiveReviews({ reviews, removals, aspects }: Draft): readonly StoredReview[] {
  const removed = removals && idsOf(removals.value);
  const isGeneral = aspects?.value.isChosen === false;
  const received: StoredReview[] = [];
  for (const { value } of reviews) {
    if (removed?.has(value.id)) continue;
    received.push(isGeneral && value.aspects ? withKnownAspects(value) : value);
  }
  return received;
}

/** Warnings of removed reviews whose files still exist. */
export function checkRemoved({ reviews, removals }: Draft): ContentProblem[] {
  if (!removals) return [];
  const removed = idsOf(removals.value);
  return reviews.flatMap((review) => (removed.has(review.value.id) ? warnOfFile(review) : []));
}

const warnOfFile = memoize((review: Located<StoredReview>) => {
  const message = 'id: stands in removed.yaml and is not published; delete this file';
  return placeFindings(review, [{ path: ['id'], message }], warningAt);
});

/** The ids of a list that stays the same. */
export const idsOf = memoize(
  (list: readonly { readonly id: string }[]): ReadonlySet<string> =>
    new Set(list.map(({ id }) => id)),
);

/** A review without the judgments of aspects that the general list lacks; the same where it has none. */
const withKnownAspects = memoize((review: StoredReview): StoredReview => {
  const known = idsOf(shippedList('general').aspects);
  const judged = Object.entries(review.aspects ?? {});
  const kept = judged.filter(([id]) => known.has(id));
  return kept.length === judged.length ? review : { ...review, aspects: Object.fromEntries(kept) };
});

/** The summary of a draft without findings about aspects that the general list lacks. */
export function summaryOf({ summary, aspects }: Draft): StoredSummary | undefined {
  if (!summary || aspects?.value.isChosen !== false) return summary?.value;
  return withKnownFindings(summary.value);
}

const withKnownFindings = memoize((summary: StoredSummary): StoredSummary => {
  const known = idsOf(shippedList('general').aspects);
  return {
    ...summary,
    strengths: summary.strengths.filter(({ aspect }) => known.has(aspect)),
    concerns: summary.concerns.filter(({ aspect }) => known.has(aspect)),
  };
});
