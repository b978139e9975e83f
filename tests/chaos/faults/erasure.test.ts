import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMATS } from '#formats/formats.ts';
import { FORMATS_FOLDER } from '../../../sidecar/formats/formats.ts';
import {
  isTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRET_FILE,
  SECRETS,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { findWords, wordsBelow } from '../../rooms/store/find-words.ts';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const WORDS = [...SECRETS, OWN_PAGE];

/** An editor's takedown: the tombstone, and the file deleted. */
function takeDown(contentDir: string): void {
  saveFiles(contentDir, TAKEN_DOWN);
  rmSync(join(contentDir, SECRET_FILE));
}

async function waitUntilErased(stateDir: string): Promise<void> {
  const isErased = () => wordsBelow(stateDir, WORDS).length === 0;
  await waitUntil('nothing of the review is on disk', isErased, 30_000);
}

test('after a takedown nothing of the review is below STATE_DIR once the service has stopped, nor where it was killed, soon after the next start', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, save, start } = createDeployment(t, SECRET_CONTENT);
  const startAndTakeDown = async () => {
    const service = await start();
    await waitUntil('the review', async () => (await service.status(OWN_PAGE)) === 200);
    for (const { path } of FORMATS) {
      // Each coding is a file of its own.
      for (const coding of ['identity', 'zstd', 'br', 'gzip']) {
        const headers = { 'Accept-Encoding': coding };
        assert.equal((await ask(service.url, path, { headers })).status, 200);
      }
    }
    const kept = join(stateDir, FORMATS_FOLDER);
    assert.deepEqual([...new Set(wordsBelow(kept, SECRETS))], [...SECRETS]);
    assert.deepEqual([...new Set(wordsBelow(stateDir, WORDS))], WORDS);
    takeDown(contentDir);
    await waitUntil('the takedown', () => isTakenDown(service.url));
    return service;
  };
  const first = await startAndTakeDown();
  assert.equal(await first.stop(), 0);
  assert.deepEqual(wordsBelow(stateDir, WORDS), []);

  save({ ...SECRET_CONTENT, 'removed.yaml': '' });
  const second = await startAndTakeDown();
  second.process.kill('SIGKILL');
  await second.closed;
  assert.notDeepEqual(wordsBelow(stateDir, WORDS), []);
  const last = await start();
  await waitUntilErased(stateDir);
  assert.ok(await isTakenDown(last.url));
});

const MANY = atLength(9_000, 600);
const DAY_MS = 86_400_000;

/** The secret review among thousands of others. */
function manyReviews(): Files {
  const others = Array.from({ length: MANY - Object.keys(SECRET_CONTENT).length }, (_, index) => {
    const time = Date.parse('2026-09-30') - (index % 2_000) * DAY_MS;
    const date = new Date(time).toISOString().slice(0, 10);
    return sampleReview(`other-${index}`, date, {}, `Number ${index}: they kept me informed.`);
  });
  return Object.assign({ ...SECRET_CONTENT }, ...others);
}

test('among many reviews a takedown reaches every format, also while they are made, and nothing is left half a minute after', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, start } = createDeployment(t, manyReviews());
  const { url, status } = await start();
  await waitUntil('the review', async () => (await status(OWN_PAGE)) === 200);
  const paths = FORMATS.map(({ path }) => path);
  const asked = Promise.all(paths.map((path) => ask(url, path)));
  takeDown(contentDir);
  await waitUntil('the takedown', () => isTakenDown(url));
  const kept = join(stateDir, FORMATS_FOLDER);
  const isGone = () => wordsBelow(kept, SECRETS).length === 0;
  await waitUntil('no file of a format holds it', isGone);
  assert.deepEqual(await findWords(url, paths, SECRETS), []);
  for (const { status: answered } of await asked) assert.equal(answered, 200);
  assert.deepEqual(await findWords(url, paths, SECRETS), []);
  await waitUntilErased(stateDir);
});
