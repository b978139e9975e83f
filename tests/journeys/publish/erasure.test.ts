import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { strongEtag } from '#search/strong-etag.ts';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { ask } from '../../support/ask.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { wordsBelow } from '../../support/find-words.ts';
import { createPublishing } from '../../support/publishing.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { OWN_PAGE, SECRET_CONTENT, SECRET_FILE, SECRETS, TOMBSTONE } from './secret-review.ts';

const WORDS = [...SECRETS, OWN_PAGE];
const WITHIN_MS = 30_000;

/** An editor's takedown: the tombstone, and the file deleted. */
function takeDown(contentDir: string): Dirty {
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  rmSync(join(contentDir, SECRET_FILE));
  return { paths: new Set(['removed.yaml', SECRET_FILE]), everything: false };
}

async function waitUntilErased(stateDir: string): Promise<void> {
  const isErased = () => wordsBelow(stateDir, WORDS).length === 0;
  await waitUntil('nothing of the review is on disk', isErased, WITHIN_MS);
}

function createPlaces(t: TestContext) {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const stateDir = join(createFolder(t), 'state');
  return { contentDir, stateDir, settings: { content: contentDir, env: { STATE_DIR: stateDir } } };
}

const isServed = (url: string) => async () => (await ask(url, OWN_PAGE)).status === 410;

test('half a minute after a takedown nothing of the review is below STATE_DIR', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, settings } = createPlaces(t);
  const { url } = await startService(t, settings);
  assert.deepEqual([...new Set(wordsBelow(stateDir, WORDS))], WORDS);
  takeDown(contentDir);
  await waitUntil('the takedown', isServed(url));
  await waitUntilErased(stateDir);
});

test('so it is after the next start where the service is killed as soon as it is taken down', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, settings } = createPlaces(t);
  const first = await startService(t, settings);
  takeDown(contentDir);
  await waitUntil('the takedown', isServed(first.url));
  first.process.kill('SIGKILL');
  await first.closed;
  assert.notDeepEqual(wordsBelow(stateDir, WORDS), []);
  const second = await startService(t, settings);
  await waitUntilErased(stateDir);
  assert.ok(await isServed(second.url)());
});

test('so it is after the service was stopped', { timeout: 120_000 }, async (t) => {
  const { contentDir, stateDir, settings } = createPlaces(t);
  const { url, stop } = await startService(t, settings);
  takeDown(contentDir);
  await waitUntil('the takedown', isServed(url));
  assert.equal(await stop(), 0);
  assert.deepEqual(wordsBelow(stateDir, WORDS), []);
});

/** The long run has nine thousand. */
const MANY = Number(process.env.ERASURE_REVIEWS ?? 1_500);
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

test('so it is among many reviews', { timeout: 120_000 }, async (t) => {
  const contentDir = createContentFolder(t, manyReviews());
  const folder = createFolder(t);
  const stateDir = join(folder, 'state');
  const { loop, newest, posted } = createPublishing({ contentDir, folder });
  await loop.rebuild({ paths: new Set(), everything: true });
  await waitUntil('the compressed variants', () => posted.some(({ type }) => type === 'codings'));
  assert.deepEqual([...new Set(wordsBelow(stateDir, WORDS))], WORDS);
  await loop.rebuild(takeDown(contentDir));
  await waitUntilErased(stateDir);
  assert.ok(!posted.some(({ type }) => type === 'failed'));
  const stored = ReleaseStore.read(stateDir, assert.fail);
  assert.equal(stored?.manifest.ordinal, newest().manifest.ordinal);
  const reviews = stored.files.find(({ entry }) => entry.path === '/reviews.json');
  assert.equal(reviews?.entry.variants.identity.etag, strongEtag(...newest().corpus.body));
  await loop.close();
});
