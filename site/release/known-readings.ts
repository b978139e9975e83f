import { type KnownReviews, keyOfRecords } from '#dataset/published-reviews.ts';
import { type KnownNotes, keyOfNotes } from '#insights/notes/notes.ts';
import type { LoadedRelease } from './load.ts';
import { releaseKeyOf } from './release-key.ts';

/** What an earlier process has read and need not be read again, where the rest is as it was. */
export type Known = { readonly reviews: KnownReviews; readonly notes: KnownNotes };

/** What is known by a release; undefined where another program made it, which may read otherwise. */
export function knownBy({ manifest, dataset, readings }: LoadedRelease): Known | undefined {
  if (manifest.key.code !== releaseKeyOf([], dataset.baseUrl).code) return undefined;
  const { digests, notesOf } = readings();
  const { reviews } = dataset;
  const byDigest = new Map(reviews.map((review) => [digests.get(review.id) ?? '', review]));
  const ours = new Set(reviews);
  return {
    reviews: { key: keyOfRecords(dataset), reviews: byDigest },
    notes: {
      key: keyOfNotes(dataset),
      of: (review) => (ours.has(review) ? notesOf(review) : undefined),
    },
  };
}
