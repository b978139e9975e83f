import { type KnownReviews, keyOfRecords } from '#dataset/published-reviews.ts';
import type { LoadedRelease } from './load.ts';
import { releaseKeyOf } from './release-key.ts';

/**
 * Returns the reviews of a stored release, which need not be read again if everything else is
 * unchanged; undefined if it was made by another program, which may read differently.
 */
export function knownBy({ manifest, dataset, digests }: LoadedRelease): KnownReviews | undefined {
  if (manifest.key.code !== releaseKeyOf([], dataset.baseUrl).code) return undefined;
  const digestOf = digests();
  const byDigest = new Map(
    dataset.reviews.map((review) => [digestOf.get(review.id) ?? '', review]),
  );
  return { key: keyOfRecords(dataset), reviews: byDigest };
}
