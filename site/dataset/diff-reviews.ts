import { compareReviews, type Review } from './review.ts';

/** How one list of reviews became another, in positions that ascend. */
export type ReviewChanges = {
  /** Positions in the list before whose review is gone or has become another object. */
  readonly removed: readonly number[];
  /** Positions in the list after whose review is new or another object. */
  readonly added: readonly number[];
};

/** Compares two lists that stand in the order of compareReviews, in one pass. */
export function diffReviews(before: readonly Review[], after: readonly Review[]): ReviewChanges {
  const removed: number[] = [];
  const added: number[] = [];
  let from = 0;
  let to = 0;
  for (;;) {
    // Unlike ===, which looks at the type of objects first, this does not touch their memory.
    while (from < before.length && Object.is(before[from], after[to])) {
      from++;
      to++;
    }
    const old = before[from];
    const current = after[to];
    if (!old && !current) return { removed, added };
    const order = old && current ? compareReviews(old, current) : 0;
    if (old && order <= 0) removed.push(from++);
    if (current && order >= 0) added.push(to++);
  }
}
