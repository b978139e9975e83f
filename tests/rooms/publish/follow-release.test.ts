import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { followRelease } from '../../../sidecar/publish/follow-release.ts';
import { NOTHING_BEFORE, toServed } from '../../../sidecar/publish/messages.ts';
import { findNewest } from '../../../sidecar/release/find-newest.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { BASE_URL, makeRelease, writeRelease } from '../../support/release.ts';
import { createPort } from './publishing.ts';

test('what a replica serves is stored with the change log that readers have, also after its thread died', async (t) => {
  const folder = createFolder(t);
  const [outDir, stateDir] = [join(folder, 'dist'), join(folder, 'state')];
  mkdirSync(outDir);
  // As a build of an earlier program, without a change log.
  await writeRelease(outDir, await makeRelease());
  const contentDir = createContentFolder(t, {});
  const settings = { contentDir, outDir, stateDir, baseUrl: BASE_URL, watch: 'release' } as const;
  const { release } = findNewest({ ...settings, isLocked: true }, assert.fail);
  assert.ok(release?.data);
  const served = toServed(release);
  const { log, ...unlogged } = served;
  const after = release.manifest.ordinal;
  for (const before of [served, { ...unlogged, from: 'memory' } as const]) {
    const { port, warnings } = createPort();
    const following = { ...settings, ...NOTHING_BEFORE, served: before, after };
    await followRelease(following, port, AbortSignal.abort());
    assert.deepEqual(warnings, []);
    assert.deepEqual(ReleaseStore.readLog(stateDir), log);
  }
});
