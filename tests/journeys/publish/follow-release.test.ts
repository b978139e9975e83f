import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { FORMAT, type Manifest, PUBLIC_FOLDER } from '#release/manifest.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { reviewsIn } from '../../support/numbered-content.ts';
import { readHealth } from '../../support/read-health.ts';
import { EVERY_REVIEW, Reader } from '../../support/reader.ts';
import { BASE_URL } from '../../support/release.ts';
import { runScript } from '../../support/run-script.ts';
import {
  loggedFailure,
  loggedReleases,
  type Service,
  startListening,
} from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { buildEdition, copyInPlace, replaceRelease } from './built-release.ts';
import { goodContent } from './good-content.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2026-01-01'];
const PAGES = ['/', '/feeds/', '/404.html', '/reviews/review-0/', '/reviews/review-2/'];

/** A replica: its service, the folder that it follows, and releases to put there. */
async function createReplica(t: TestContext) {
  const folder = createFolder(t);
  const outDir = join(folder, 'dist');
  const env = { WATCH: 'release', OUT_DIR: outDir, STATE_DIR: join(folder, 'state') };
  const build = async (edition: number, changes: Parameters<typeof buildEdition>[2] = {}) => {
    const built = join(folder, `built-${edition}`);
    await buildEdition(built, edition, changes);
    return built;
  };
  return {
    outDir,
    build,
    start: () => startListening(t, { content: join(folder, 'no-content'), env }),
    put: async (edition: number, changes: Parameters<typeof buildEdition>[2] = {}) =>
      replaceRelease(await build(edition, changes), outDir),
  };
}

/** What a later version of the program would write. */
const inNewerFormat = (manifest: Manifest) => ({
  ...manifest,
  format: FORMAT + 1,
  version: '7.0.0',
});
const inOlderFormat = ({ ordinal, key, entries }: Manifest) => ({ ordinal, key, entries });

/** How many lines hold the place in the program where something was thrown. */
const stackTraces = (log: Service['log']) =>
  log.filter((line) => /\bat .*\.ts:\d+/.test(JSON.stringify(line))).length;

const serves = (url: string, edition: number) => async () =>
  (await ask(url, '/reviews.json')).text.includes(`edition-${edition}.`);

test('a release that is put in the place of another is served, again and again', async (t) => {
  const { start, put } = await createReplica(t);
  await put(1);
  const { url, logged, stop } = await start();
  await logged('serving');
  assert.ok(await serves(url, 1)());
  for (const edition of [2, 3, 4]) {
    const before = await readHealth(url);
    const start = Date.now();
    await put(edition);
    await waitUntil(`edition ${edition}`, serves(url, edition));
    assert.match((await ask(url, '/')).text, new RegExp(`edition-${edition}\\.`));
    const { release, lastError } = await readHealth(url);
    assert.ok(release && release.ordinal > (before.release?.ordinal ?? 0));
    assert.equal(release.reviews, reviewsIn(edition));
    assert.ok(Date.parse(release.servedSince) >= start);
    assert.equal(lastError, null);
    const last = reviewsIn(edition) - 1;
    assert.equal((await ask(url, `/reviews/review-${last}/`)).status, 200);
    assert.equal((await ask(url, `/reviews/review-${last + 1}/`)).status, 404);
  }
  assert.equal(await stop(), 0);
});

for (const order of ['by-name', 'manifest-first'] as const) {
  test(`a release that is copied over another, ${order}, is never served by halves`, {
    timeout: 120_000,
  }, async (t) => {
    const { start, put, build, outDir } = await createReplica(t);
    await put(1);
    const { url, logged, log } = await start();
    await logged('serving');
    const reader = new Reader(url, createRandom(1), [...DATA, ...DATA, ...PAGES]);
    const ended = new AbortController();
    const copying = async () => {
      // What was found by halves is looked at again after five seconds.
      for (const edition of order === 'by-name' ? [2, 3, 4] : [2]) {
        await copyInPlace(await build(edition), outDir, order);
        await waitUntil(`edition ${edition}`, serves(url, edition));
      }
      ended.abort();
    };
    await Promise.all([copying(), reader.readUntil(ended.signal)]);
    await reader.read('/', 'identity', false);
    assert.ok(reader.pageEditions.size >= 2, 'something was read between');
    assert.equal(reader.counts[503], undefined);
    await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
    assert.equal(stackTraces(log), 0);
  });
}

test('an older release is not served, nor one for elsewhere or in another format', async (t) => {
  const { start, put, outDir } = await createReplica(t);
  await put(1, { now: new Date('2026-11-20T08:00:00Z') });
  const { url, logged, log } = await start();
  await logged('serving');
  const { release } = await readHealth(url);
  assert.equal(release?.ordinal, Date.parse('2026-11-20T08:00:00Z'));

  for (const [edition, changes, told] of [
    [
      2,
      { baseUrl: 'https://elsewhere.example' },
      `was made for https://elsewhere.example; set BASE_URL to that, or build it for ${BASE_URL}`,
    ],
    [
      3,
      { rewrite: inNewerFormat },
      `was made by 7.0.0 in format ${FORMAT + 1}, and this version reads format ${FORMAT}; upgrade this service to 7.0.0`,
    ],
    [
      4,
      { rewrite: inOlderFormat },
      `was made by an earlier version in format 0, and this version reads format ${FORMAT}; build it again with the version of this service`,
    ],
  ] as const) {
    const from = log.length;
    await put(edition, { ...changes, now: new Date() });
    const { msg } = await logged('The release in', from);
    assert.ok(String(msg).includes(told), String(msg));
    await loggedFailure(log, 'RELEASE_UNUSABLE', from);
    const { release: now, lastError } = await readHealth(url);
    assert.deepEqual(now, release);
    assert.deepEqual([lastError?.code, lastError?.count], ['RELEASE_UNUSABLE', 1]);
    assert.ok(await serves(url, 1)());
  }
  await put(5, { now: new Date('2026-11-19T08:00:00Z') });
  // What comes next is taken; had the older one been, this one could not hide it.
  await put(6, { now: new Date() });
  await waitUntil('edition 6', serves(url, 6));
  await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
  assert.equal(loggedReleases(log).length, 1);
  rmSync(outDir, { recursive: true });
  assert.ok(await serves(url, 6)());
});

test('a replica that starts beside a newer format serves what it had, whole, and says what to upgrade to', async (t) => {
  const { start, put } = await createReplica(t);
  await put(1);
  const first = await start();
  await first.logged('serving');
  assert.equal(await first.stop(), 0);
  await put(2, { rewrite: inNewerFormat });
  const { url, logged, log, stop } = await start();
  await logged('serving');
  assert.ok(await serves(url, 1)());
  assert.match((await ask(url, '/')).text, /edition-1\./);
  assert.equal((await ask(url, '/readyz')).status, 200);
  const { msg } = await logged('The release in');
  assert.match(String(msg), /upgrade this service to 7\.0\.0/);
  await loggedFailure(log, 'RELEASE_UNUSABLE', 0);
  assert.equal((await readHealth(url)).lastError?.code, 'RELEASE_UNUSABLE');
  await put(3);
  await waitUntil('edition 3', serves(url, 3));
  await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
  assert.equal(await stop(), 0);
});

test('a release that is half there when a replica starts is served once it is whole', async (t) => {
  const { start, build, outDir } = await createReplica(t);
  const built = await build(1);
  cpSync(built, outDir, { recursive: true });
  const missing = join(outDir, PUBLIC_FOLDER, 'reviews.json');
  rmSync(missing);
  const { url, logged, log } = await start();
  await logged('the release in OUT_DIR: it is not whole');
  const { lastError, release } = await readHealth(url);
  assert.deepEqual([lastError?.code, release], ['RELEASE_UNUSABLE', null]);
  cpSync(join(built, PUBLIC_FOLDER, 'reviews.json'), missing);
  await waitUntil('edition 1', serves(url, 1), 10_000);
  await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
  assert.equal(stackTraces(log), 0);
});

test('a replica waits for its first release', async (t) => {
  const { start, put } = await createReplica(t);
  const { url, logged } = await start();
  const waiting = await ask(url, '/reviews.json');
  assert.equal(waiting.status, 503);
  assert.match(waiting.headers['retry-after'] ?? '', /^\d+$/);
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'starting' });
  await put(1);
  await logged('serving');
  assert.ok(await serves(url, 1)());
  assert.deepEqual((await ask(url, '/readyz')).json(), { status: 'ready', pages: 'ready' });
});

test('a replica keeps what it served, whatever becomes of the folder', async (t) => {
  const { start, put, outDir } = await createReplica(t);
  await put(1);
  const first = await start();
  await first.logged('serving');
  await put(2);
  await waitUntil('edition 2', serves(first.url, 2));
  rmSync(outDir, { recursive: true });
  assert.ok(await serves(first.url, 2)());
  assert.equal(await first.stop(), 0);

  const second = await start();
  await second.logged('serving');
  assert.ok(await serves(second.url, 2)());
  assert.equal((await ask(second.url, '/reviews/review-0/')).status, 200);
  await put(3);
  await waitUntil('edition 3', serves(second.url, 3));
});

test('a replica renders its pages itself, whatever pages lie in the folder or none', async (t) => {
  const { start, outDir } = await createReplica(t);
  const contentDir = createContentFolder(t, goodContent(1));
  const args = ['--content', contentDir, '--base-url', BASE_URL, '--out', outDir];
  const { status, stderr } = runScript('scripts/build.ts', args);
  assert.equal(status, 0, stderr);
  const built = new Map<string, string>();
  for (const path of ['index.html', 'feeds/index.html', 'reviews/review-2/index.html']) {
    const file = join(outDir, PUBLIC_FOLDER, path);
    built.set(`/${path.replace(/index\.html$/, '')}`, readFileSync(file, 'utf8'));
    writeFileSync(file, '<!doctype html><title>Not to be read</title>');
  }
  for (const name of readdirSync(join(outDir, PUBLIC_FOLDER), { recursive: true }).map(String)) {
    if (/\.html\b/.test(name) && name.includes('feeds')) {
      rmSync(join(outDir, PUBLIC_FOLDER, name));
    }
  }
  const { url, logged, log } = await start();
  await logged('serving');
  for (const [path, html] of built) {
    const answer = await ask(url, path);
    assert.deepEqual([path, answer.status, answer.text], [path, 200, html]);
  }
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 40),
    [],
  );
});
