import { compareReviews, type Review } from '#dataset/review.ts';

/** A review and its position in a list. */
export type Placed = { readonly position: number; readonly item: Review };

/**
 * How one list of published reviews became another: removed ones by their positions in the first, added
 * ones by theirs in the second; what is replaced is both.
 */
export type ReviewEdit = {
  readonly removed: readonly Placed[];
  readonly added: readonly Placed[];
};

/** Compares two lists of reviews, newest first: what did not change is the same object. */
export function compareLists(before: readonly Review[], after: readonly Review[]): ReviewEdit {
  const removed: Placed[] = [];
  const added: Placed[] = [];
  let [from, to] = [0, 0];
  for (;;) {
    const old = before[from];
    const current = after[to];
    if (!old && !current) return { removed, added };
    if (old === current) {
      from++;
      to++;
      continue;
    }
    const order = old && current ? compareReviews(old, current) : old ? -1 : 1;
    if (old && order <= 0) removed.push({ position: from++, item: old });
    if (current && order >= 0) added.push({ position: to++, item: current });
  }
}
