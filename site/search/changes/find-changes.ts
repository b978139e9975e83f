import type { Removal } from '#dataset/dataset.ts';
import { newestOf } from '#dataset/review.ts';
import type { RecordBlock } from '#search/corpus/review-records.ts';
import type { ChangeRow } from './change-log.ts';

/** What a release changes of a review. */
export type Change = Pick<ChangeRow, 'id' | 'kind' | 'newest'>;

/** The parts of a release that the change log depends on. */
export type Logged = {
  readonly blocks: readonly RecordBlock[];
  readonly removed: readonly Removal[];
};

/** A review or a removal, as far as it can change. */
type Said = { readonly id: string; readonly date: string; readonly digest: string };

/**
 * The changes from one release to the next, one a review. A removal that removed.yaml gains, loses or
 * changes is one as well, since it is listed by date.
 */
export function findChanges(before: Logged, after: Logged): Change[] {
  const [kept, known] = [new Set(after.blocks), new Set(before.blocks)];
  const reviews = differ(
    before.blocks.filter((block) => !kept.has(block)).flatMap(({ records }) => records),
    after.blocks.filter((block) => !known.has(block)).flatMap(({ records }) => records),
  );
  const removals = differ(before.removed.map(removalOf), after.removed.map(removalOf));
  const isElsewhere = ({ id, date }: Said) => reviews.after.get(id)?.date !== date;
  const all = [
    // Reviews that are gone from their places come first.
    ...reviews.before.values().filter(isElsewhere),
    ...reviews.before.values(),
    ...reviews.after.values(),
    ...removals.before.values(),
    ...removals.after.values(),
  ];
  return [...Map.groupBy(all, ({ id }) => id)].map(([id, said]) => {
    const present = reviews.before.has(id) ? 'edited' : 'added';
    const kind = reviews.after.has(id) ? present : 'removed';
    return { id, kind, newest: newestOf(said.map(({ date }) => date)) };
  });
}

function removalOf({ id, dateRemoved, reason }: Removal): Said {
  return { id, date: dateRemoved, digest: `${dateRemoved} ${reason}` };
}

/** Those that only one of two lists has as they are, by their ids. */
function differ(before: readonly Said[], after: readonly Said[]) {
  const only = {
    before: new Map(before.map((one) => [one.id, one])),
    after: new Map(after.map((one) => [one.id, one])),
  };
  for (const { id, digest } of before) {
    if (only.after.get(id)?.digest !== digest) continue;
    only.before.delete(id);
    only.after.delete(id);
  }
  return only;
}
