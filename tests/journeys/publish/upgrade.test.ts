import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CODINGS } from '#artifacts/encode-variants.ts';
import { FORMAT, type Manifest } from '#release/manifest.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { ask } from '../../support/ask.ts';
import { createCallFaults, STAGES } from '../../support/call-faults.ts';
import { reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords, wordsBelow } from '../../support/find-words.ts';
import { askStateless } from '../../support/mcp-client.ts';
import { readHealth } from '../../support/read-health.ts';
import { BASE_URL, type MadeRelease, makeRelease, writeRelease } from '../../support/release.ts';
import { loggedReleases, startListening } from '../../support/service.ts';
import { changeStoredManifest, storeRelease } from '../../support/stored-release.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { rewriteManifest } from './built-release.ts';
import { EVERYWHERE, OWN_PAGE, SECRET_CONTENT, SECRETS, TOMBSTONE } from './secret-review.ts';

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
type Place = 'folder' | 'store';

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

/** A deployment that another program has left, with a release in one of its folders. */
async function createUpgrade(t: TestContext, place: Place, rewrite: Rewrite, made: MadeRelease) {
  const folder = createFolder(t);
  const contentDir = createContentFolder(t, CONTENT);
  const left: Rewrite = (manifest) => rewrite({ ...manifest, ordinal: FUTURE });
  const [stateDir, outDir] = [join(folder, 'state'), join(folder, 'dist')];
  if (place === 'store') {
    storeRelease(stateDir, made);
    changeStoredManifest(stateDir, left);
  } else {
    mkdirSync(outDir);
    await writeRelease(outDir, made);
    rewriteManifest(outDir, left);
  }
  const faults = createCallFaults(folder);
  return {
    contentDir,
    faults,
    /** Starts the service and has it make no release of its own. */
    startHeld: async () => {
      faults.holdAt(STAGES.read);
      const env = { ...faults.env, STATE_DIR: stateDir, OUT_DIR: outDir };
      const settings = { content: contentDir, env };
      return { ...(await startListening(t, settings)), stateDir };
    },
  };
}

/** Holds until the service has made its own release, whose ordinal is returned. */
async function ownRelease(url: string, before: number): Promise<number> {
  await waitUntil('it is ready', async () => (await ask(url, '/readyz')).status === 200);
  return await waitUntil('a higher ordinal', async () => {
    const { release } = await readHealth(url);
    return release && release.ordinal > before && release.ordinal;
  });
}

const callTool = (url: string) => askStateless(url, 'tools/call', { name: 'get_business' });

async function statusesOf(url: string): Promise<number[]> {
  const answers = await Promise.all(ASKED.map((target) => ask(url, target)));
  return [...answers, await callTool(url)].map(({ status }) => status);
}

const ALL_ANSWERED = [...ASKED, 'MCP'].map(() => 200);

/** What was taken down long before, of which every release tells. */
const BROKEN_FILE = 'reviews/2026/10/broken.md';
const BROKEN = { [BROKEN_FILE]: reviewText({ id: 'broken', rating: '9' }) };
const GONE = '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n';
const CONTENT = { ...SECRET_CONTENT, 'removed.yaml': GONE };
const MADE = await makeRelease(CONTENT);

for (const place of ['store', 'folder'] as const) {
  test(`what another version has left in the ${place} is served whole at once, until the own release is made`, async (t) => {
    const { startHeld, faults } = await createUpgrade(t, place, byOtherProgram, MADE);
    const { url, logged, log } = await startHeld();
    await logged('serving');
    const { release, lastError } = await readHealth(url);
    assert.deepEqual([release?.ordinal, release?.reviews], [FUTURE, REVIEWS]);
    assert.equal(lastError, null);
    assert.deepEqual(await statusesOf(url), ALL_ANSWERED);
    assert.equal((await ask(url, '/readyz')).status, 200);
    const before = await ask(url, '/reviews.json');
    faults.clear();
    await ownRelease(url, FUTURE);
    assert.deepEqual(await statusesOf(url), ALL_ANSWERED);
    const after = await ask(url, '/reviews.json');
    for (const name of ['etag', 'last-modified'] as const) {
      assert.equal(after.headers[name], before.headers[name], name);
    }
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 40),
      [],
    );
  });
}

for (const [place, what, rewrite] of [
  ['store', 'another format', inOtherFormat],
  ['folder', 'the format of an earlier version', ofEarlierVersion],
] as const) {
  test(`of a release in the ${place} in ${what} the data are served as they are, and all else waits`, async (t) => {
    const { startHeld, faults } = await createUpgrade(t, place, rewrite, MADE);
    const { url, logged } = await startHeld();
    await logged('serving');
    const { release } = await readHealth(url);
    assert.deepEqual([release?.ordinal, release?.reviews], [FUTURE, null]);
    assert.equal((await ask(url, '/readyz')).status, 503);
    await assertServesBytes(url);
    for (const answer of [
      ...(await Promise.all(ASKED.map((target) => ask(url, target)))),
      await callTool(url),
    ]) {
      assert.equal(answer.status, 503, answer.text);
      assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
    }
    const before = await ask(url, '/reviews.json');
    faults.clear();
    await ownRelease(url, FUTURE);
    assert.deepEqual(await statusesOf(url), ALL_ANSWERED);
    const after = await ask(url, '/reviews.json');
    assert.equal(after.headers['last-modified'], before.headers['last-modified']);
    assert.equal((await readHealth(url)).release?.reviews, REVIEWS);
  });

  test(`of a release in the ${place} in ${what} nothing is served while removed.yaml names a review in it`, async (t) => {
    const upgrade = await createUpgrade(t, place, rewrite, MADE);
    saveFiles(upgrade.contentDir, { 'removed.yaml': GONE + TOMBSTONE });
    const { url, logged } = await upgrade.startHeld();
    // The thread is held with its content read, which is after all that could be served at once.
    await waitUntil('it is rebuilding', async () => (await readHealth(url)).isRebuilding);
    assert.equal((await readHealth(url)).release, null);
    assert.deepEqual(
      await Promise.all(
        ['/reviews.json', ...ASKED].map(async (path) => (await ask(url, path)).status),
      ),
      ['/reviews.json', ...ASKED].map(() => 503),
    );
    assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
    upgrade.faults.clear();
    await logged('serving');
    await ownRelease(url, FUTURE);
    assert.equal((await ask(url, OWN_PAGE)).status, 410);
    assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  });
}

test('of a release in another format nothing is served any more once a review in it is taken down, whatever else is wrong', async (t) => {
  const { contentDir, faults, startHeld } = await createUpgrade(t, 'store', inOtherFormat, MADE);
  saveFiles(contentDir, BROKEN);
  faults.holdAt(STAGES.read);
  const { url, logged, log, stateDir } = await startHeld();
  faults.clear();
  await logged('nothing was published');
  assert.equal((await ask(url, '/reviews.json')).status, 200);

  saveFiles(contentDir, { 'removed.yaml': GONE + TOMBSTONE });
  await waitUntil('it is withdrawn', async () => (await ask(url, '/reviews.json')).status === 503);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  await waitUntil('nothing is stored', () => wordsBelow(stateDir, SECRETS).length === 0);
  assert.equal((await readHealth(url)).lastError?.code, 'CONTENT_INVALID');
  assert.ok(log.some(({ msg }) => String(msg).includes('broken.md')));

  rmSync(join(contentDir, BROKEN_FILE));
  await ownRelease(url, FUTURE);
  assert.equal((await ask(url, OWN_PAGE)).status, 410);
  assert.equal((await readHealth(url)).release?.reviews, REVIEWS - 1);
});

test('a release for another BASE_URL is told and not served; the next one has a higher ordinal', async (t) => {
  const elsewhere = 'https://elsewhere.example';
  const made = await makeRelease(SECRET_CONTENT, { baseUrl: elsewhere });
  const { startHeld, faults } = await createUpgrade(t, 'store', (manifest) => manifest, made);
  const { url, logged, log } = await startHeld();
  await waitUntil('it is rebuilding', async () => (await readHealth(url)).isRebuilding);
  const told = log.filter(({ msg }) => String(msg).includes(elsewhere));
  assert.equal(told.length, 1);
  assert.ok(String(told[0]?.msg).includes(BASE_URL));
  for (const target of ['/reviews.json', ...ASKED]) {
    const { status, headers } = await ask(url, target);
    assert.deepEqual([target, status], [target, 503]);
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
  }
  faults.clear();
  await logged('serving');
  const ordinal = await ownRelease(url, FUTURE);
  assert.deepEqual(loggedReleases(log), [ordinal]);
  assert.ok((await ask(url, '/feed.xml')).text.includes(BASE_URL));
  assert.ok(!(await ask(url, '/feed.xml')).text.includes(elsewhere));
});

/** Every data file comes as it was made, in each coding and whichever way it is asked for. */
async function assertServesBytes(url: string): Promise<void> {
  for (const { entry, bodies } of MADE.encoded) {
    const { path, variants } = entry;
    for (const coding of ['identity', ...CODINGS] as const) {
      const body = bodies[coding];
      const etag = variants[coding]?.etag;
      if (!body || etag === undefined) continue;
      const headers = { 'Accept-Encoding': coding };
      const get = await ask(url, path, { headers });
      assert.deepEqual([get.status, get.headers.etag], [200, etag], path);
      assert.deepEqual(get.body, joinPieces(body));
      assert.equal(get.headers['content-encoding'], coding === 'identity' ? undefined : coding);
      assert.equal(get.headers['last-modified'], new Date(entry.lastModified).toUTCString());
      const head = await ask(url, path, { headers, method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, etag, 0]);
      const same = await ask(url, path, { headers: { ...headers, 'If-None-Match': etag } });
      assert.deepEqual([same.status, same.headers.etag, same.body.length], [304, etag, 0]);
    }
    const part = await ask(url, path, { headers: { Range: 'bytes=2-11' } });
    assert.equal(part.status, 206);
    assert.deepEqual(part.body, joinPieces(bodies.identity).subarray(2, 12));
    const odd = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    for (const spelling of [odd, `${path}?utm_source=x`, `${odd}?`]) {
      const answer = await ask(url, spelling);
      assert.deepEqual([answer.status, answer.headers.etag], [200, variants.identity.etag]);
    }
  }
}
