import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Manifest } from '#release/manifest.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { ReleaseStore, type StorableRelease } from '../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../sidecar/store/store-schema.ts';
import type { MadeRelease } from './release.ts';

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
