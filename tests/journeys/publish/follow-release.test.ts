import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { FORMAT, type Manifest, PUBLIC_FOLDER } from '#release/manifest.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { createDeployment } from '../../support/deployment.ts';
import { BASE_URL } from '../../support/release.ts';
import { reviewsIn } from '../../support/sample-content.ts';
import { loggedFailure, loggedReleases, type Service } from '../../support/service.ts';
import { buildEdition, copyInPlace, replaceRelease } from './built-release.ts';
import { EVERY_REVIEW, Reader } from './reader.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2026-01-01'];
const PAGES = ['/', '/feeds/', '/404.html', '/reviews/review-0/', '/reviews/review-2/'];

/** What a later version of the program would write. */
const inNewerFormat = (manifest: Manifest) => ({
  ...manifest,
  format: FORMAT + 1,
  version: '7.0.0',
});
const inOlderFormat = ({ ordinal, key, entries }: Manifest) => ({ ordinal, key, entries });

const UNUSABLE = [
  [
    { baseUrl: 'https://elsewhere.example' },
    `was made for https://elsewhere.example; set BASE_URL to that, or build it for ${BASE_URL}`,
  ],
  [
    { rewrite: inOlderFormat },
    `was made by an earlier version in format 0, and this version reads format ${FORMAT}; build it again with the version of this service`,
  ],
  [
    { rewrite: inNewerFormat },
    `was made by 7.0.0 in format ${FORMAT + 1}, and this version reads format ${FORMAT}; upgrade this service to 7.0.0`,
  ],
] as const;

/** How many lines hold the place in the program where something was thrown. */
const stackTraces = (log: Service['log']) =>
  log.filter((line) => /\bat .*\.ts:\d+/.test(JSON.stringify(line))).length;

test('a replica serves each release that is put in its folder, whole, and keeps it whatever becomes of that', {
  timeout: 180_000,
}, async (t) => {
  const { folder, outDir, start } = createDeployment(t, {}, { WATCH: 'release' });
  let count = 0;
  const build = async (edition: number, changes?: Parameters<typeof buildEdition>[2]) => {
    const built = join(folder, `built-${count++}`);
    await buildEdition(built, edition, changes);
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
  await logged('the release in OUT_DIR: it is not whole');
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

  for (const edition of [2, 3]) {
    const before = await health();
    const started = Date.now();
    await put(edition);
    await published(edition);
    const { release } = await health();
    assert.ok(release && release.ordinal > (before.release?.ordinal ?? 0));
    assert.equal(release.reviews, reviewsIn(edition));
    assert.ok(Date.parse(release.servedSince) >= started);
    const last = reviewsIn(edition) - 1;
    assert.equal(await status(`/reviews/review-${last}/`), 200);
    assert.equal(await status(`/reviews/review-${last + 1}/`), 404);
  }
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
  assert.equal(stackTraces(log), 0);

  const { release: kept } = await health();
  for (const [changes, told] of UNUSABLE) {
    const from = log.length;
    await put(6, changes);
    const { msg } = await logged('The release in', from);
    assert.ok(String(msg).includes(told), String(msg));
    await loggedFailure(log, 'RELEASE_UNUSABLE', from);
    const { release, lastError } = await health();
    assert.deepEqual([release, lastError?.count], [kept, 1]);
    assert.ok(await shows(5));
  }
  const releases = loggedReleases(log).length;
  await put(7, { now: new Date('2026-11-19T08:00:00Z') });
  // What comes next is taken; had the older one been, this one could not hide it.
  await put(8, { vanished: ['/archive/2024/'] });
  await published(8);
  await recovered();
  assert.equal(loggedReleases(log).length, releases + 1);
  rmSync(outDir, { recursive: true });
  assert.ok(await shows(8));
  assert.equal(await first.stop(), 0);

  // Nor is a newer format in the way of what is stored.
  await put(9, { rewrite: inNewerFormat });
  const second = await start();
  await second.published(8);
  assert.equal(await second.status('/readyz'), 200);
  assert.equal((await second.get('/archive/2024/')).headers['cache-control'], 'public, max-age=60');
  await loggedFailure(second.log, 'RELEASE_UNUSABLE', 0);
  await put(10);
  await second.published(10);
  await second.recovered();
});
