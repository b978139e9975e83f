import { Manifest } from '#artifacts/manifest.ts';
import type { Review } from '#dataset/review.ts';
import type { EncodedFile } from '#release/release.ts';
import { datasetOf, type ReleaseOnDisk, reviewsJsonOf } from '#release/release.ts';
import { type Corpus, readCorpus } from '#search/corpus.ts';

/** A release that is to be stored. */
export type StorableRelease = {
  readonly manifest: Manifest;
  /** dataset.json, whose tag the manifest has. */
  readonly dataset: Uint8Array;
  readonly files: readonly EncodedFile[];
  /** Those of reviews.json, in its order: of the same objects as before, nothing is written. */
  readonly reviews: readonly Review[];
  readonly corpus: Corpus;
};

/**
 * A release that was read, as it is stored again; `reviews` where its dataset was read already.
 * Throws where it is of another format, or not whole.
 */
export function toStorable(
  release: ReleaseOnDisk,
  reviews: readonly Review[] = datasetOf(release).reviews,
): StorableRelease {
  const { manifest, files, dataset = new Uint8Array() } = release;
  const corpus = readCorpus(reviewsJsonOf(files));
  return { manifest: Manifest.parse(manifest), dataset, files, reviews, corpus };
}
