import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG } from '#artifacts/catalog.ts';
import { load } from '#release/load.ts';
import { createRandom } from '../../scripts/generate/random.ts';
import { folderOf, ordinalsIn } from '../../sidecar/publish/store/release-folders.ts';
import { EVERY_REVIEW, OF_NO_EDITION, Reader } from '../journeys/publish/reader.ts';
import { ask } from '../support/ask.ts';
import { readHealth } from '../support/health.ts';
import { reviewsIn } from '../support/sample-content.ts';
import { loggedReleases, type Service } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2020-01-01'];
const PAGES = ['/', '/feeds/', '/404.html'];
const permalinks = (count: number) =>
  Array.from({ length: count }, (_, index) => `/reviews/review-${index}/`);

/** What a service keeps. */
const KEPT =
  /^(?:lock(?:-journal|\.pid)?|releases|published\.json|hub\.sqlite(?:-wal|-shm)?|mcp-session-secret)$/;

/**
 * Holds a service that has just started after a kill against its promises: it serves a whole release at
 * once, within one rebuild the edition that the content is, and keeps nothing else. Returns its ordinal.
 */
export async function assertRecovered(
  { url, log, logged }: Service,
  stateDir: string,
  edition: number,
): Promise<number> {
  const reader = new Reader(url, createRandom(edition), []);
  try {
    for (const coding of ['identity', 'br', 'zstd', 'gzip']) {
      for (const target of DATA) await reader.read(target, coding, false);
    }
    await logged('serving');
    for (const target of [...PAGES, ...permalinks(30)]) await reader.read(target, 'br', false);
    await waitUntil(`edition ${edition}`, async () => {
      return (await reader.read('/reviews.json', 'br', true)) === edition;
    });
    assert.ok(loggedReleases(log).length <= 1, 'one rebuild is enough');
    const all = [...DATA, ...PAGES, ...permalinks(reviewsIn(edition))];
    for (const target of all.filter((one) => !OF_NO_EDITION.includes(one))) {
      assert.equal(await reader.read(target, 'zstd', true), edition, target);
    }
  } finally {
    reader.close();
  }
  assert.equal(reader.counts[503], undefined, 'a page was not there');
  const { release, pages, faults } = await readHealth(url);
  assert.deepEqual([pages, faults], ['ready', []]);
  await assertStored(stateDir, url);
  const names = readdirSync(stateDir).filter((name) => !KEPT.test(name));
  assert.deepEqual(names, []);
  return release?.ordinal ?? 0;
}

/** Waits until the release that is served, and no other, is stored: whole, and the same bytes. */
export async function assertStored(stateDir: string, url: string): Promise<void> {
  const ordinal = (await readHealth(url)).release?.ordinal ?? 0;
  const kept = () => (existsSync(join(stateDir, 'releases')) ? ordinalsIn(stateDir) : []);
  await waitUntil('only the newest is stored', () => kept().join() === String(ordinal));
  const others = readdirSync(join(stateDir, 'releases')).filter((name) => name !== `${ordinal}`);
  assert.deepEqual(others, []);
  const { entries } = load(folderOf(stateDir, ordinal)).manifest;
  for (const { path, variants } of entries) {
    const { headers } = await ask(url, path, { headers: { 'Accept-Encoding': 'identity' } });
    assert.equal(headers.etag, variants.identity.etag, path);
  }
}
