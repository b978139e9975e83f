import assert from 'node:assert/strict';
import { CATALOG } from '#artifacts/catalog.ts';
import { createRandom } from '../../scripts/generate/random.ts';
import { EVERY_REVIEW, OF_NO_EDITION, Reader } from '../journeys/publish/reader.ts';
import { readHealth } from '../support/health.ts';
import type { Service } from '../support/service.ts';
import { loggedReleases } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { Deployment } from './deployment.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2020-01-01'];
const PAGES = ['/', '/feeds/', '/404.html'];
const permalinks = (count: number) =>
  Array.from({ length: count }, (_, index) => `/reviews/review-${index}/`);

/**
 * Holds a service that has just started after a kill against its promises: it serves a whole
 * release at once, and within one rebuild the edition that the content is. Returns its ordinal.
 */
export async function assertRecovered(
  { url, log, logged }: Service,
  deployment: Deployment,
  edition: number,
): Promise<number> {
  const reader = new Reader(url, createRandom(edition), [], deployment.reviewsIn);
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
    const all = [...DATA, ...PAGES, ...permalinks(deployment.reviewsIn(edition))];
    for (const target of all.filter((one) => !OF_NO_EDITION.includes(one))) {
      assert.equal(await reader.read(target, 'zstd', true), edition, target);
    }
    await waitUntil(
      `no leftovers but ${deployment.leftovers()}`,
      () => deployment.leftovers().length === 0,
    );
  } finally {
    reader.close();
  }
  assert.equal(reader.counts[503], undefined, 'a page was not there');
  const { release, pages, faults } = await readHealth(url);
  assert.deepEqual([pages, faults], ['ready', []]);
  return release?.ordinal ?? 0;
}
