import type { Dataset, Removal } from '#dataset/dataset.ts';
import { newestOf } from '#dataset/review.ts';
import type { ReviewRecord, ReviewsParts } from '#search/corpus/review-records.ts';
import type { ChangeRow } from './change-log.ts';

/** A change of a review by a release. */
export type Change = Pick<ChangeRow, 'id' | 'kind' | 'newest'>;

/** The parts of a release that the change log depends on. */
export type Logged = Pick<ReviewsParts, 'blocks'> & Pick<Dataset, 'removed'>;

/** The parts of a review or a removal that can change. */
type Said = Pick<ReviewRecord, 'id' | 'date' | 'digest'>;

/**
 * Finds the changes from one release to the next, one per review. A removal that removed.yaml
 * gains, loses or changes also counts, since the log has removals by date.
 */
export function findChanges(before: Logged, after: Logged): Change[] {
  const [old, now] = [recordsBeside(before, after), recordsBeside(after, before)];
  const [lost, made] = [onlyIn(old, now), onlyIn(now, old)];
  const [earlier, removed] = [before.removed.map(removalOf), after.removed.map(removalOf)];
  const dates = new Map(made.map(({ id, date }) => [id, date]));
  const known = new Set(lost.map(({ id }) => id));
  // Reviews that left their places come first.
  const gone = lost.filter(({ id, date }) => dates.get(id) !== date);
  const all = [gone, lost, made, onlyIn(earlier, removed), onlyIn(removed, earlier)].flat();
  return [...Map.groupBy(all, ({ id }) => id)].map(([id, said]) => {
    const present = known.has(id) ? 'edited' : 'added';
    const kind = dates.has(id) ? present : 'removed';
    return { id, kind, newest: newestOf(said.map(({ date }) => date)) };
  });
}

/** The records of a release in blocks that another one does not share. */
function recordsBeside({ blocks }: Logged, other: Logged): readonly Said[] {
  const shared = new Set(other.blocks);
  return blocks.filter((block) => !shared.has(block)).flatMap(({ records }) => records);
}

function removalOf({ id, dateRemoved, reason }: Removal): Said {
  return { id, date: dateRemoved, digest: `${id} ${dateRemoved} ${reason}` };
}

/** The items of a list that another one does not have, or has in another form. */
function onlyIn(list: readonly Said[], other: readonly Said[]): readonly Said[] {
  const digests = new Set(other.map(({ digest }) => digest));
  return list.filter(({ digest }) => !digests.has(digest));
}
