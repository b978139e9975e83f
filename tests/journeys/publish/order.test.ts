import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { startRebuilding } from '../../support/rebuild-in-process.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';

test('a release is on disk before it is served, and served before it is announced', async (t) => {
  const contentDir = createContentFolder(t, goodContent(1));
  const folder = createFolder(t);
  const { current, rebuilding } = startRebuilding(t, { contentDir, folder });
  const stateDir = join(folder, 'state');
  const seen: { served: number | undefined; announced: number; stored: number | undefined }[] = [];
  current.on('published', ({ release }) => {
    seen.push({
      served: current.release?.ordinal,
      announced: release.ordinal,
      stored: ReleaseStore.readManifest(stateDir)?.ordinal,
    });
  });
  await rebuilding.first;
  for (const edition of [2, 3, 4]) {
    const count = seen.length;
    saveFiles(contentDir, goodContent(edition));
    await waitUntil(`edition ${edition}`, () => seen.length > count);
  }
  assert.ok(seen.length >= 4);
  for (const { served, announced, stored } of seen)
    assert.deepEqual([served, stored], [announced, announced]);
  const ordinals = seen.map(({ announced }) => announced);
  assert.deepEqual(
    ordinals,
    ordinals.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(ordinals).size, ordinals.length);
  assert.ok(existsSync(join(stateDir, STORE_FILE)));
});
