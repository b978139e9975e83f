import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REPRESENTATIONS, toVariant } from '#artifacts/encode-variants.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { annotateNothing } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { rememberNotes } from '#insights/notes/notes.ts';
import { addCodings, type Build, build } from '#release/build.ts';
import { createManifest, type Manifest } from '#release/manifest.ts';
import {
  type EncodedFile,
  type ReleaseOnDisk,
  replaceFiles,
  toEncodedFile,
} from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { type MadeRelease, NEW_LOG, RELEASE_KEY } from '../../support/release.ts';
import { contentOf } from '../../support/reviews.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** A release made in memory, as the store takes it. */
export function toStorable({ release, manifest, dataset, encoded }: MadeRelease): StorableRelease {
  return {
    manifest,
    dataset: serializeDataset(dataset),
    files: encoded,
    reviews: dataset.reviews,
    corpus: release.corpus,
    log: { ...NEW_LOG, ordinal: manifest.ordinal },
  };
}

/** A release as it is read, of a dataset, with other bytes where they are given. */
export function onDisk(
  dataset: Dataset,
  {
    stored = serializeDataset(dataset),
    reviewsJson = renderReviewsJson(dataset),
    key = RELEASE_KEY,
  } = {},
): ReleaseOnDisk {
  const identity = toVariant([reviewsJson]);
  const names = { path: '/reviews.json', file: 'reviews.json', mediaType: JSON_TYPE };
  const file = toEncodedFile(names, { identity }, undefined, NOW);
  const manifest = createManifest({
    ordinal: 1,
    key,
    removed: dataset.removed.map(({ id }) => id),
    vanished: [],
    dataset: strongEtag(stored),
    entries: [file.entry],
  });
  return { manifest, files: [file], dataset: stored };
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
  const manifest: Manifest = JSON.parse(String(row?.manifest));
  const text = JSON.stringify(change(manifest));
  database
    .prepare('UPDATE release SET manifest = ?, digest = ?')
    .run(text, strongEtag(Buffer.from(text)));
  database.close();
}

/**
 * Makes one release after another of some reviews, as the rebuild does: what is equal is the same
 * object. Ordinals follow the one that is given.
 */
export function createEditions(after = 0) {
  let ordinal = after;
  let last: Build | undefined;
  return {
    async next(
      reviews: readonly StoredReview[],
      removals: readonly StoredRemoval[] = [],
    ): Promise<StorableRelease> {
      last = await build(contentOf({ reviews, removals }), last, {
        baseUrl: 'https://reviews.example',
        createAnnotate: annotateNothing,
        takeNotes: rememberNotes(),
        now: NOW,
      });
      const { dataset, files, corpus, entries } = last;
      const stored = serializeDataset(dataset);
      const manifest = createManifest({
        ordinal: ++ordinal,
        key: RELEASE_KEY,
        removed: dataset.removed.map(({ id }) => id),
        vanished: [],
        dataset: strongEtag(stored),
        entries: [...entries],
      });
      const log = { ...last.log, ordinal };
      return { manifest, dataset: stored, files, reviews: dataset.reviews, corpus, log };
    },
    /** The release with the compressed variants of the files that lack them. */
    async withCodings(release: StorableRelease, lacks: (path: string) => boolean) {
      const lacking = release.files.filter(({ entry }) => lacks(entry.path));
      const files = await Promise.all(lacking.map((file) => addCodings(file)));
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
