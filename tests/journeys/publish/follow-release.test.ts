import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { FORMAT, type Manifest, PUBLIC_FOLDER } from '#release/manifest.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { createFolder } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { BASE_URL } from '../../support/release.ts';
import { reviewsIn } from '../../support/sample-content.ts';
import { loggedFailure, loggedReleases, type Service } from '../../support/service.ts';
import { buildEdition, copyInPlace, replaceRelease } from './built-release.ts';
import { EVERY_REVIEW, Reader } from './reader.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2026-01-01'];
const PAGES = ['/', '/feeds/', '/404.html', '/reviews/review-0/', '/reviews/review-2/'];

type Changes = Parameters<typeof buildEdition>[2];

/** A replica: its service, the folder that it follows, and releases to put there. */
function createReplica(t: TestContext) {
  const { outDir, start } = createDeployment(t, {}, { WATCH: 'release' });
  const folder = createFolder(t);
  const build = async (edition: number, changes?: Changes) => {
    const built = join(folder, `built-${edition}`);
    await buildEdition(built, edition, changes);
    return built;
  };
  return {
    outDir,
    start,
    build,
    put: async (edition: number, changes?: Changes) =>
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

test('a replica serves each release that is put in its folder, and keeps it whatever becomes of that', {
  timeout: 120_000,
}, async (t) => {
  const { start, put, outDir } = createReplica(t);
  const first = await start({ until: 'listening' });
  const waiting = await first.get('/reviews.json');
  assert.equal(waiting.status, 503);
  assert.match(waiting.headers['retry-after'] ?? '', /^\d+$/);
  assert.deepEqual((await first.get('/readyz')).json(), { status: 'starting' });
  for (const edition of [1, 2, 3]) {
    const before = await first.health();
    const started = Date.now();
    await put(edition);
    await first.logged('serving');
    await first.published(edition);
    const { release, lastError } = await first.health();
    assert.ok(release && release.ordinal > (before.release?.ordinal ?? 0));
    assert.equal(release.reviews, reviewsIn(edition));
    assert.ok(Date.parse(release.servedSince) >= started);
    assert.equal(lastError, null);
    const last = reviewsIn(edition) - 1;
    assert.equal(await first.status(`/reviews/review-${last}/`), 200);
    assert.equal(await first.status(`/reviews/review-${last + 1}/`), 404);
  }
  assert.deepEqual((await first.get('/readyz')).json(), { status: 'ready', pages: 'ready' });
  rmSync(outDir, { recursive: true });
  assert.ok(await first.shows(3));
  assert.equal(await first.stop(), 0);

  const second = await start();
  await second.published(3);
  assert.equal(await second.stop(), 0);

  // Nor is a newer format beside it in the way.
  await put(4, { rewrite: inNewerFormat });
  const third = await start();
  await third.published(3);
  assert.equal(await third.status('/readyz'), 200);
  const { msg } = await third.logged('The release in');
  assert.match(String(msg), /upgrade this service to 7\.0\.0/);
  await loggedFailure(third.log, 'RELEASE_UNUSABLE', 0);
  assert.equal((await third.health()).lastError?.code, 'RELEASE_UNUSABLE');
  await put(5);
  await third.published(5);
  await third.recovered();
});

test('a release that is copied over another, in whatever order, is never served by halves', {
  timeout: 120_000,
}, async (t) => {
  const { start, put, build, outDir } = createReplica(t);
  await put(1);
  // Pages are rendered here, whatever lies in the folder.
  writeFileSync(join(outDir, PUBLIC_FOLDER, 'index.html'), '<title>edition-99.</title>');
  const { url, log, recovered, published } = await start();
  await published(1);
  const reader = new Reader(url, createRandom(1), [...DATA, ...DATA, ...PAGES]);
  const ended = new AbortController();
  const copying = async () => {
    // What was found by halves is looked at again after five seconds.
    for (const [edition, order] of [
      [2, 'by-name'],
      [3, 'by-name'],
      [4, 'manifest-first'],
    ] as const) {
      await copyInPlace(await build(edition), outDir, order);
      await published(edition);
    }
    ended.abort();
  };
  await Promise.all([copying(), reader.readUntil(ended.signal)]);
  await reader.read('/', 'identity', false);
  assert.ok(reader.pageEditions.size >= 2, 'something was read between');
  assert.equal(reader.counts[503], undefined);
  await recovered();
  assert.equal(stackTraces(log), 0);
});

test('an older release is not served, nor one for elsewhere or in another format', async (t) => {
  const { start, put } = createReplica(t);
  await put(1, { now: new Date('2026-11-20T08:00:00Z') });
  const { logged, log, health, shows, published, recovered } = await start();
  const { release } = await health();
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
    const { release: now, lastError } = await health();
    assert.deepEqual(now, release);
    assert.deepEqual([lastError?.code, lastError?.count], ['RELEASE_UNUSABLE', 1]);
    assert.ok(await shows(1));
  }
  await put(5, { now: new Date('2026-11-19T08:00:00Z') });
  // What comes next is taken; had the older one been, this one could not hide it.
  await put(6, { now: new Date() });
  await published(6);
  await recovered();
  assert.equal(loggedReleases(log).length, 1);
});

test('a release that is half there when a replica starts is served once it is whole', async (t) => {
  const { start, build, outDir } = createReplica(t);
  const built = await build(1);
  cpSync(built, outDir, { recursive: true });
  const missing = join(outDir, PUBLIC_FOLDER, 'reviews.json');
  rmSync(missing);
  const { log, logged, health, published, recovered } = await start({ until: 'listening' });
  await logged('the release in OUT_DIR: it is not whole');
  const { lastError, release } = await health();
  assert.deepEqual([lastError?.code, release], ['RELEASE_UNUSABLE', null]);
  cpSync(join(built, PUBLIC_FOLDER, 'reviews.json'), missing);
  await logged('serving');
  await published(1);
  await recovered();
  assert.equal(stackTraces(log), 0);
});
