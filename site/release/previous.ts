import type { Logged } from '#search/changes/find-changes.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import { readParts } from '#search/corpus/record-blocks.ts';
import type { ManifestEntry } from './manifest.ts';
import { type EncodedFile, type ReleaseOnDisk, reviewsJsonOf } from './release.ts';
import { readStoredEntities } from './stored-dataset.ts';

/** The release that another one follows: one that was built, or as much as is known of it. */
export type Previous = Logged & {
  readonly ordinal: number;
  /** Files that are taken as they are where they are still the same. */
  readonly files: readonly EncodedFile[];
  /** The entries that dates of files go on from. */
  readonly entries: readonly ManifestEntry[];
  /** Its change log; undefined where that is not known. */
  readonly log: KeptLog | undefined;
};

/** A release that was read, for the next build. Throws where its files do not belong together. */
export function readPrevious(
  { manifest, files, dataset }: ReleaseOnDisk,
  log: KeptLog | undefined,
): Previous {
  const { ordinal, entries } = manifest;
  const { blocks } = readParts(reviewsJsonOf(files));
  const { removed } = readStoredEntities(dataset ?? new Uint8Array());
  return { ordinal, files, entries, blocks, removed, log };
}
