import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { createDeployment } from '../../support/deployment.ts';
import { reviewsIn } from '../../support/sample-content.ts';
import { loggedReleases } from '../../support/service.ts';
import { buildEdition, copyInPlace, replaceRelease } from './built-release.ts';
import { Mirror } from './mirror.ts';
import { EVERY_REVIEW, Reader } from './reader.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2026-01-01'];
const PAGES = ['/', '/feeds/', '/404.html', '/reviews/review-0/', '/reviews/review-2/'];

test('a replica serves each release that is put in its folder, whole, and keeps it whatever becomes of that', {
  timeout: 180_000,
}, async (t) => {
  const { folder, outDir, stateDir, start } = createDeployment(t, {}, { WATCH: 'release' });
  const other = createDeployment(t, {}, { WATCH: 'release', OUT_DIR: outDir });
  let count = 0;
  const build = async (edition: number, changes?: Parameters<typeof buildEdition>[3]) => {
    const built = join(folder, `built-${count++}`);
    await buildEdition(built, outDir, edition, changes);
    return built;
  };
  const put = async (...given: Parameters<typeof build>) =>
    replaceRelease(await build(...given), outDir);

  const built = await build(1);
  cpSync(built, outDir, { recursive: true });
  const missing = join(outDir, PUBLIC_FOLDER, 'reviews.json');
  rmSync(missing);
  // Pages are rendered here, whatever lies in the folder.
  writeFileSync(join(outDir, PUBLIC_FOLDER, 'index.html'), '<title>edition-99.</title>');
  const first = await start({ until: 'listening' });
  const { url, log, logged, get, health, shows, status, published, recovered } = first;
  await logged('the release in OUT_DIR: it is incomplete');
  const { lastError, release } = await health();
  assert.deepEqual([lastError?.code, release], ['RELEASE_UNUSABLE', null]);
  const waiting = await get('/reviews.json');
  assert.equal(waiting.status, 503);
  assert.match(waiting.headers['retry-after'] ?? '', /^\d+$/);
  assert.deepEqual((await get('/readyz')).json(), { status: 'starting' });
  cpSync(join(built, PUBLIC_FOLDER, 'reviews.json'), missing);
  await logged('serving');
  await published(1);
  await recovered();
  const mirror = new Mirror();
  await mirror.begin(url);

  for (const edition of [2, 3]) {
    const before = await health();
    await put(edition);
    await published(edition);
    const { release } = await health();
    assert.ok(release && release.ordinal > (before.release?.ordinal ?? 0));
    assert.equal(release.reviews, reviewsIn(edition));
    const last = reviewsIn(edition) - 1;
    assert.equal(await status(`/reviews/review-${last}/`), 200);
    assert.equal(await status(`/reviews/review-${last + 1}/`), 404);
  }
  // A cursor is valid at every replica: this one has not seen the first edition.
  const second = await other.start();
  for (const at of [url, second.url]) {
    assert.equal(await mirror.follow(at), 200);
    await mirror.assertEqual(at);
  }
  assert.equal(await second.stop(), 0);
  assert.deepEqual((await get('/readyz')).json(), { status: 'ready', pages: 'ready' });

  // One that is copied over another, in whatever order, is never served by halves.
  const reader = new Reader(url, createRandom(1), [...DATA, ...DATA, ...PAGES]);
  const ended = new AbortController();
  const reading = reader.readUntil(ended.signal);
  // The service looks again after five seconds at a folder that it found half written.
  for (const [edition, order] of [
    [4, 'by-name'],
    [5, 'manifest-first'],
  ] as const) {
    await copyInPlace(await build(edition), outDir, order);
    await Promise.race([published(edition), reading]);
  }
  ended.abort();
  await reading;
  await reader.read('/', 'identity', false);
  assert.ok(reader.pageEditions.size >= 2, 'something was read between');
  assert.equal(reader.counts[503], undefined);
  await recovered();
  assert.doesNotMatch(JSON.stringify(log), /\bat [^"]*\.ts:\d+/, 'no stack trace');

  const releases = loggedReleases(log).length;
  await put(7, { now: new Date('2026-11-19T08:00:00Z') });
  // What comes next is taken; had the older one been, this one could not hide it.
  await put(8);
  await published(8);
  await recovered();
  assert.equal(loggedReleases(log).length, releases + 1);
  rmSync(outDir, { recursive: true });
  assert.ok(await shows(8));
  assert.equal(await first.stop(), 0);
  assert.ok(!existsSync(join(stateDir, 'releases')), 'a replica stores nothing');

  // What cannot be served is waited for at a start as well.
  await put(9, { baseUrl: 'https://elsewhere.example' });
  const third = await start({ until: 'listening' });
  await third.logged('was made for https://elsewhere.example, not for');
  assert.equal(await third.status('/reviews.json'), 503);
  await put(10, { vanished: ['/archive/2024/'] });
  await third.published(10);
  await third.recovered();
  assert.equal((await third.get('/archive/2024/')).headers['cache-control'], 'public, max-age=60');
});
