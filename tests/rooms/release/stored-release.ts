import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createManifest, Manifest } from '#release/manifest.ts';
import { type EncodedFile, type ReleaseOnDisk, replaceFiles } from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DataRenderer } from '../../../sidecar/publish/render-data.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { type MadeRelease, RELEASE_KEY } from '../../support/release.ts';
import { contentOf, createDatasetMaker } from '../../support/reviews.ts';

/** A release made in memory, as the store takes it. */
export function toStorable({ release, manifest, dataset, encoded }: MadeRelease): StorableRelease {
  return {
    manifest,
    dataset: serializeDataset(dataset),
    files: encoded,
    reviews: dataset.reviews,
    edit: 'everything',
    corpus: release.corpus,
    removed: dataset.removed,
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

/**
 * Makes one release after another of some reviews, as the rebuild does: what is equal is the same
 * object. Ordinals follow the one that is given.
 */
export function createEditions(after = 0) {
  const makeDataset = createDatasetMaker('https://reviews.example');
  const renderer = new DataRenderer([]);
  let ordinal = after;
  return {
    async next(
      reviews: readonly StoredReview[],
      removals: readonly StoredRemoval[] = [],
    ): Promise<StorableRelease> {
      const made = makeDataset(contentOf({ reviews, removals }));
      const { files, corpus } = await renderer.render(made, NOW);
      const dataset = serializeDataset(made.dataset);
      const manifest = createManifest({
        ordinal: ++ordinal,
        key: RELEASE_KEY,
        removed: made.dataset.removed.map(({ id }) => id),
        vanished: [],
        dataset: strongEtag(dataset),
        entries: files.map(({ entry }) => entry),
      });
      const { edit } = made;
      const { reviews: published, removed } = made.dataset;
      return { manifest, dataset, files, reviews: published, edit, corpus, removed };
    },
    /** The release with the compressed variants of the files that lack them. */
    async withCodings(release: StorableRelease, lacks: (path: string) => boolean) {
      const lacking = release.files.filter(({ entry }) => lacks(entry.path));
      const files = await Promise.all(lacking.map((file) => renderer.addCodings(file)));
      return { release: replaceFiles(release, files), files };
    },
  };
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
      assert.ok(isSame(found?.bodies[coding], bodies[coding]), `${entry.path} ${coding}`);
    }
  }
}

function isSame(read: Pieces | undefined, stored: Pieces | undefined): boolean {
  if (!stored) return read === undefined;
  return read !== undefined && joinPieces(read).equals(joinPieces(stored));
}
