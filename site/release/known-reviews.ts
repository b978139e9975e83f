import { type KnownReviews, keyOfRecords } from '#dataset/published-reviews.ts';
import type { LoadedRelease } from './load.ts';
import { releaseKeyOf } from './release-key.ts';

/**
 * The reviews of a stored release, which need not be read again where the rest is as it was; undefined
 * where another program made it, which may read otherwise.
 */
export function knownBy({ manifest, dataset, digests }: LoadedRelease): KnownReviews | undefined {
  if (manifest.key.code !== releaseKeyOf([], dataset.baseUrl).code) return undefined;
  const digestOf = digests();
  const byDigest = new Map(
    dataset.reviews.map((review) => [digestOf.get(review.id) ?? '', review]),
  );
  return { key: keyOfRecords(dataset), reviews: byDigest };
}
