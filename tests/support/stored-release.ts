import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import type { EditedDataset } from '#dataset/dataset.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createManifest, Manifest } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { type ReleaseOnDisk, replaceFiles } from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DataRenderer } from '../../sidecar/publish/render-data.ts';
import { ReleaseStore, type StorableRelease } from '../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../sidecar/store/store-schema.ts';
import { createDatasetMaker } from './edits.ts';
import type { MadeRelease } from './release.ts';
import { RELEASE_KEY } from './release.ts';
import { contentOf } from './reviews.ts';

/** A release made in memory, as the store takes it. */
export function toStorable({ release, manifest, dataset, encoded }: MadeRelease): StorableRelease {
  return {
    manifest,
    dataset: serializeDataset(dataset),
    files: encoded,
    reviews: dataset.reviews,
    edit: 'everything',
    corpus: release.corpus,
  };
}

/** Leaves a release in a folder, as a service that has ended would. */
export function storeRelease(stateDir: string, made: MadeRelease): void {
  const store = ReleaseStore.open(stateDir);
  try {
    store.write(toStorable(made));
  } finally {
    store.close();
  }
}

/** Makes the release that is stored in a folder look like one of another program. */
export function changeStoredManifest(
  stateDir: string,
  change: (manifest: Manifest) => unknown,
): void {
  const database = new DatabaseSync(join(stateDir, STORE_FILE));
  const row = database.prepare('SELECT manifest FROM release').get();
  const text = JSON.stringify(change(Manifest.parse(JSON.parse(String(row?.manifest)))));
  database
    .prepare('UPDATE release SET manifest = ?, digest = ?')
    .run(text, strongEtag(Buffer.from(text)));
  database.close();
}

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
