import assert from 'node:assert/strict';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import type { EditedDataset } from '#dataset/dataset.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { createManifest } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { type ReleaseOnDisk, replaceFiles } from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DataRenderer } from '../../sidecar/publish/render-data.ts';
import type { StorableRelease } from '../../sidecar/store/release-store.ts';
import { createDatasetMaker } from './edits.ts';
import { RELEASE_KEY } from './encoded-files.ts';
import { contentOf } from './reviews.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** Makes one release after another of some reviews, as the rebuild does: what is equal is the same object. */
export type Editions = {
  readonly next: (reviews: readonly StoredReview[]) => Promise<StorableRelease>;
  /** The release with the compressed variants of all files. */
  readonly withCodings: (
    release: StorableRelease,
    lacks: (path: string) => boolean,
  ) => Promise<{ readonly release: StorableRelease; readonly files: StorableRelease['files'] }>;
};

/** Ordinals come after the one that is given. */
export function createEditions(after = 0): Editions {
  const makeDataset = createDatasetMaker('https://reviews.example');
  const renderer = new DataRenderer([]);
  let ordinal = after;
  return {
    async next(reviews) {
      const made = makeDataset(contentOf({ reviews }));
      return storableOf(++ordinal, made, await renderer.render(made, NOW));
    },
    async withCodings(release, lacks) {
      const added = await Promise.all(
        release.files
          .filter(({ entry }) => lacks(entry.path))
          .map((file) => renderer.addCodings(file)),
      );
      return { release: replaceFiles(release, added), files: added };
    },
  };
}

function storableOf(
  ordinal: number,
  { dataset, edit }: EditedDataset,
  { files, corpus }: Awaited<ReturnType<DataRenderer['render']>>,
): StorableRelease {
  const stored = serializeDataset(dataset);
  const manifest = createManifest({
    ordinal,
    key: RELEASE_KEY,
    removed: [],
    dataset: strongEtag(stored),
    entries: files.map(({ entry }) => entry),
  });
  return { manifest, dataset: stored, files, reviews: dataset.reviews, edit, corpus };
}

/** Asserts that what was read is what was stored, byte for byte. */
export function assertStored(read: ReleaseOnDisk | undefined, stored: StorableRelease): void {
  assert.ok(read);
  assert.deepEqual(read.manifest, stored.manifest);
  assert.ok(Buffer.from(read.dataset ?? []).equals(stored.dataset));
  assert.equal(read.files.length, stored.files.length);
  for (const [index, { entry, bodies }] of stored.files.entries()) {
    const found: EncodedFile | undefined = read.files[index];
    assert.deepEqual(found?.entry, entry);
    for (const coding of REPRESENTATIONS) {
      const same: Pieces | undefined = found?.bodies[coding];
      const body: Pieces | undefined = bodies[coding];
      const isSame: boolean | undefined = body
        ? same && joinPieces(same).equals(joinPieces(body))
        : same === undefined;
      assert.ok(isSame, `${entry.path} ${coding}`);
    }
  }
}
