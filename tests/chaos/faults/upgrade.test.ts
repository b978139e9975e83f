import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CODINGS } from '#artifacts/encoder.ts';
import { FORMAT, type Manifest } from '#release/manifest.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { rewriteManifest } from '../../journeys/publish/built-release.ts';
import {
  findSecrets,
  isTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRETS,
  TOMBSTONE,
} from '../../journeys/publish/secret-review.ts';
import { changeStoredManifest, storeRelease } from '../../rooms/release/stored-release.ts';
import { wordsBelow } from '../../rooms/store/find-words.ts';
import { ask } from '../../support/ask.ts';
import { reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { readHealth } from '../../support/health.ts';
import { askStateless } from '../../support/mcp-client.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Later than any clock that runs this. */
const FUTURE = Date.parse('2040-01-01T00:00:00Z');
const REVIEWS = Object.keys(SECRET_CONTENT).length - 2;
/** What is answered from the values of a release, and not from its bytes. */
const ASKED = [
  '/',
  OWN_PAGE,
  '/feeds/',
  '/api/reviews/search?query=informed',
  '/api/reviews/since/2026-10-10',
];

type Rewrite = (manifest: Manifest) => unknown;

const byOtherProgram: Rewrite = (manifest) => ({
  ...manifest,
  version: '0.0.9',
  key: { ...manifest.key, code: 'other' },
});
const inOtherFormat: Rewrite = (manifest) => ({ ...manifest, format: FORMAT + 1 });
/** As the versions wrote it that knew no format. */
const ofEarlierVersion: Rewrite = ({ ordinal, key, entries }) => ({
  manifestVersion: 1,
  ordinal,
  key,
  entries,
});

/** What was taken down long before: every release names it. */
const GONE = '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n';
const REMOVALS = { 'removed.yaml': GONE + TOMBSTONE };
const BROKEN_FILE = 'reviews/2026/10/broken.md';
const CONTENT = { ...SECRET_CONTENT, 'removed.yaml': GONE };
const MADE = await makeRelease(CONTENT);

/** A deployment that another program has left, with a release in one of its folders. */
async function createUpgrade(t: TestContext, place: 'folder' | 'store', rewrite: Rewrite) {
  const deployment = createDeployment(t, CONTENT);
  const { stateDir, outDir } = deployment;
  const left: Rewrite = (manifest) => rewrite({ ...manifest, ordinal: FUTURE });
  if (place === 'store') {
    storeRelease(stateDir, MADE);
    changeStoredManifest(stateDir, left);
  } else {
    mkdirSync(outDir);
    await writeRelease(outDir, MADE);
    rewriteManifest(outDir, left);
  }
  return deployment;
}

/** Waits until the service has made its own release. Returns its ordinal. */
async function ownRelease(url: string): Promise<number> {
  await waitUntil('it is ready', async () => (await ask(url, '/readyz')).status === 200);
  return await waitUntil('a higher ordinal', async () => {
    const { release } = await readHealth(url);
    return release && release.ordinal > FUTURE && release.ordinal;
  });
}

async function askAll(url: string) {
  const answers = await Promise.all(ASKED.map((target) => ask(url, target)));
  return [...answers, await askStateless(url, 'tools/call', { name: 'get_business' })];
}

async function assertAllAre(expected: number, url: string): Promise<void> {
  for (const { status, text } of await askAll(url)) assert.equal(status, expected, text);
}

test('what another version has left is served whole at once, until the own release is made', async (t) => {
  const { startHeld, faults } = await createUpgrade(t, 'folder', byOtherProgram);
  const { url, log, health, get, status } = await startHeld();
  const { release, lastError } = await health();
  assert.deepEqual([release?.ordinal, release?.reviews], [FUTURE, REVIEWS]);
  assert.equal(lastError, null);
  await assertAllAre(200, url);
  assert.equal(await status('/readyz'), 200);
  const before = await get('/reviews.json');
  faults.clear();
  await ownRelease(url);
  await assertAllAre(200, url);
  const after = await get('/reviews.json');
  for (const name of ['etag', 'last-modified'] as const) {
    assert.equal(after.headers[name], before.headers[name], name);
  }
  assert.ok(!log.some(({ level }) => Number(level) >= 40));
});

test('of a release in the format of an earlier version the data are served as they are, and all else waits', async (t) => {
  const { startHeld, faults } = await createUpgrade(t, 'folder', ofEarlierVersion);
  const { url, health, get, status } = await startHeld();
  const { release } = await health();
  assert.deepEqual([release?.ordinal, release?.reviews], [FUTURE, null]);
  assert.equal(await status('/readyz'), 503);
  await assertServesBytes(url);
  await assertAllAre(503, url);
  const before = await get('/reviews.json');
  faults.clear();
  await ownRelease(url);
  await assertAllAre(200, url);
  const after = await get('/reviews.json');
  assert.equal(after.headers['last-modified'], before.headers['last-modified']);
  assert.equal((await health()).release?.reviews, REVIEWS);
});

test('of a release in another format nothing is served any more once a review in it is taken down, whatever else is wrong', async (t) => {
  const { contentDir, save, start, stateDir } = await createUpgrade(t, 'store', inOtherFormat);
  save({ [BROKEN_FILE]: reviewText({ id: 'broken', rating: '9' }) });
  const { url, health, status, logged } = await start();
  await logged('is not published until');
  assert.equal(await status('/reviews.json'), 200);

  save(REMOVALS);
  await waitUntil('it is withdrawn', async () => (await status('/reviews.json')) === 503);
  assert.deepEqual(await findSecrets(url), []);
  await waitUntil('nothing is stored', () => wordsBelow(stateDir, SECRETS).length === 0);
  assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');

  rmSync(join(contentDir, BROKEN_FILE));
  await ownRelease(url);
  assert.ok(await isTakenDown(url));
  assert.equal((await health()).release?.reviews, REVIEWS - 1);
});

/** Every data file is answered as it was made, in each coding. */
async function assertServesBytes(url: string): Promise<void> {
  for (const { entry, bodies } of MADE.encoded) {
    const { path, variants } = entry;
    for (const coding of ['identity', ...CODINGS] as const) {
      const body = bodies[coding];
      const etag = variants[coding]?.etag;
      if (!body || etag === undefined) continue;
      const get = await ask(url, path, { headers: { 'Accept-Encoding': coding } });
      assert.deepEqual([get.status, get.headers.etag], [200, etag], path);
      assert.deepEqual(get.body, joinPieces(body));
      assert.equal(get.headers['content-encoding'], coding === 'identity' ? undefined : coding);
      assert.equal(get.headers['last-modified'], new Date(entry.lastModified).toUTCString());
    }
  }
}
