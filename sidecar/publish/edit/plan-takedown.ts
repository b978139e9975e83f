import { createHash } from 'node:crypto';
import type { Dataset, Takedown } from '#dataset/dataset.ts';
import type { Tombstones } from '#dataset/read/read-tombstones.ts';
import type { ReleaseKey } from '#release/manifest.ts';

type Published = {
  readonly dataset: Pick<Dataset, 'reviews' | 'removed'>;
  /** The ids of reviews that were taken down without a date and a reason. */
  readonly idsAlone: readonly string[];
};

/**
 * Returns the removals of a release without the removed reviews; undefined if no such release is
 * needed: the current one shows none of them, and knows as much about each. An id alone counts if
 * its review was published. If removed.yaml has errors, its earlier published entries stay.
 */
export function planTakedown(
  { isWhole, removals, ids }: Tombstones,
  { dataset, idsAlone }: Published,
): Takedown | undefined {
  const whole = new Set(removals.map(({ id }) => id));
  const named = new Set([...whole, ...ids]);
  const shown = dataset.reviews.filter(({ id }) => named.has(id)).map(({ id }) => id);
  if (shown.length === 0 && !idsAlone.some((id) => whole.has(id))) return undefined;
  const before = isWhole ? [] : dataset.removed.filter(({ id }) => !whole.has(id));
  const known = new Set([...whole, ...before.map(({ id }) => id)]);
  const alone = new Set([...(isWhole ? [] : idsAlone), ...shown]);
  return {
    removals: before.length === 0 ? removals : [...removals, ...before],
    ids: [...alone].filter((id) => !known.has(id)),
  };
}

/** No content folder has this key: once its errors are corrected, it is published as a whole. */
export function keyAfterTakedown(key: ReleaseKey, { removals, ids }: Takedown): ReleaseKey {
  const content = createHash('sha256')
    .update(key.content)
    .update(JSON.stringify([removals, ids]));
  return { ...key, content: content.digest('base64url') };
}
