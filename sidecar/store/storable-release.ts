import type { ReviewEdit } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { Manifest } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { datasetOf, type ReleaseOnDisk, reviewsJsonOf } from '#release/release.ts';
import { type Corpus, readCorpus } from '#search/corpus/corpus.ts';

/** A release that is to be stored. */
export type StorableRelease = {
  readonly manifest: Manifest;
  /** dataset.json, whose tag the manifest has. */
  readonly dataset: Uint8Array;
  readonly files: readonly EncodedFile[];
  /** Those of reviews.json, in its order. */
  readonly reviews: readonly Review[];
  /** How they came from those of the release that was published before, where that is known. */
  readonly edit: ReviewEdit | 'everything';
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
  const edit = 'everything';
  return { manifest: Manifest.parse(manifest), dataset, files, reviews, edit, corpus };
}
