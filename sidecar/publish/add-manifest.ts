import { keyOfNotes } from '#insights/notes/notes.ts';
import type { Build } from '#release/build.ts';
import { createManifest, type Manifest, type ReleaseKey } from '#release/manifest.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { namesOf } from '#search/question/names.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { findVanishedAddresses, placesOf } from '#views/vanished-addresses.ts';
import type { StorableRelease } from '../store/store.ts';

type Settings = {
  readonly key: ReleaseKey;
  /** The ids of all reviews that were taken down. */
  readonly removed: readonly string[];
  /** The addresses that releases before it had. */
  readonly earlier: readonly string[];
};

/** Adds the manifest to what was built: with it, it can be stored and served. */
export function addManifest(built: Build, { key, removed, earlier }: Settings): StorableRelease {
  const { ordinal, dataset, entries, corpus } = built;
  const stored = serializeDataset(dataset);
  const manifest = createManifest({
    ordinal,
    key,
    removed: [...removed],
    vanished: findVanishedAddresses(earlier, [
      ...placesOf({ corpus, names: namesOf(dataset) }),
      ...removed.flatMap(pathsOfReview),
    ]),
    dataset: strongEtag(stored),
    entries: [...entries],
  });
  return storableOf(built, manifest, stored);
}

/** What was built, with the manifest that it has. */
export function storableOf(
  { dataset, files, corpus, log, notesOf }: Build,
  manifest: Manifest,
  stored = serializeDataset(dataset),
): StorableRelease {
  const notes = { key: keyOfStoredNotes(keyOfNotes(dataset)), of: notesOf };
  return { manifest, dataset: stored, files, reviews: dataset.reviews, corpus, log, notes };
}

/** Notes that another version of the program took are taken again. */
export function keyOfStoredNotes(key: string): string {
  return strongEtag(releaseKeyOf([], '').code, key);
}
