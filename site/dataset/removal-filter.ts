import type { Draft, Located } from './content.ts';
import { type ContentProblem, warningAt } from './content-problem.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { placeFindings } from './place-findings.ts';
import type { StoredRemoval } from './stored-editorial.ts';
import type { StoredReview } from './stored-review.ts';

/** The reviews that removals leave, and a warning of every other one, whose file ought to be gone. */
export type Remaining = {
  readonly reviews: readonly StoredReview[];
  readonly warnings: readonly ContentProblem[];
};

/** Takes removed reviews out of one draft after another. */
export function createRemovalFilter(): (draft: Draft) => Remaining {
  const filterOf = createLatest<readonly StoredRemoval[], ReturnType<typeof createFilter>>();
  return ({ reviews, removals }) => {
    const removed = removals?.value ?? NONE;
    const filter = filterOf(removed, () => createFilter(removed));
    return filter(reviews);
  };
}

const NONE: readonly StoredRemoval[] = [];

function createFilter(
  removals: readonly StoredRemoval[],
): (reviews: readonly Located<StoredReview>[]) => Remaining {
  const removed = new Set(removals.map(({ id }) => id));
  const remaining = createFlatMapper(({ value }: Located<StoredReview>) =>
    removed.has(value.id) ? [] : [value],
  );
  const warnings = createFlatMapper((review: Located<StoredReview>) =>
    placeFindings(review, removed.has(review.value.id) ? [WARNING] : [], warningAt),
  );
  return (reviews) => ({ reviews: remaining(reviews), warnings: warnings(reviews) });
}

const WARNING = {
  path: ['id'],
  message: 'id: stands in removed.yaml and is not published; delete this file',
};
