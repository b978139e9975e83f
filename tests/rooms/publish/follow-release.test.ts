import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMAT, type Manifest } from '#release/manifest.ts';
import { followRelease } from '../../../sidecar/publish/follow-release.ts';
import { ordinalsIn } from '../../../sidecar/publish/store/release-folders.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { BASE_URL, makeRelease, storeRelease, writeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createPort, lockOf } from './publishing.ts';

const MADE = await makeRelease();
const { key, ordinal } = MADE.manifest;

test('a replica refuses what it cannot serve, says what to do, and keeps no release in STATE_DIR', async (t) => {
  const folder = createFolder(t);
  const [outDir, stateDir] = [join(folder, 'dist'), join(folder, 'state')];
  mkdirSync(outDir);
  storeRelease(stateDir, MADE);
  const places = {
    contentDir: folder,
    outDir,
    stateDir,
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    lock: lockOf(t, stateDir),
  };
  const stopping = new AbortController();
  const { port, posted, newest } = createPort();
  const following = followRelease(
    { ...places, watch: 'release', after: 0, announced: 0 },
    { release: undefined, isShown: false, isServed: false, after: 0 },
    port,
    stopping.signal,
  );
  atEnd(t, async () => {
    stopping.abort();
    await following;
  });
  const put = (change: Partial<Manifest>) =>
    writeRelease(outDir, { ...MADE, manifest: { ...MADE.manifest, ...change } });
  for (const [change, said] of [
    [
      { key: { ...key, baseUrl: 'https://a.example' } },
      /was made for https:\/\/a\.example, not for .*; set BASE_URL to the one of the release, or rebuild it/,
    ],
    [
      { key: { ...key, sidecarUrl: '' } },
      /was made for files alone, not for .*, or rebuild it with BASE_URL=.* and SIDECAR_URL=/,
    ],
    [
      { key: { ...key, sidecarUrl: 'https://api.example' } },
      /was made for https:\/\/api\.example, not for .*; set SIDECAR_URL to the one of the release/,
    ],
    [{ format: FORMAT + 1, version: '9.0.0' }, /by 9\.0\.0 .*; upgrade this service to 9\.0\.0/],
    [{ format: FORMAT - 1 }, /; rebuild it with the version of this service/],
  ] as const) {
    const seen = posted.length;
    put(change);
    const failed = await waitUntil('a report', () =>
      posted.slice(seen).find((message) => message.type === 'failed'),
    );
    assert.deepEqual([failed.code, failed.fault], ['RELEASE_UNUSABLE', undefined]);
    assert.match(failed.lines.join(), said);
  }
  put({});
  await waitUntil('a release', () => posted.some(({ type }) => type === 'data'));
  assert.deepEqual([newest().facts.ordinal, ordinalsIn(stateDir)], [ordinal, []]);
  const seen = posted.length;
  put({ ordinal: ordinal - 1 });
  await waitUntil('a look', () => posted.slice(seen).some(({ type }) => type === 'current'));
  assert.equal(newest().facts.ordinal, ordinal, 'an older one is not served');
});
