import assert from 'node:assert/strict';
import { z } from 'zod';
import { CATALOG } from '#artifacts/catalog.ts';
import { createRandom } from '../../scripts/generate/random.ts';
import { EVERY_REVIEW, OF_NO_EDITION, Reader } from '../journeys/publish/reader.ts';
import { ask, readHealth } from '../support/ask.ts';

import type { Service } from '../support/service.ts';
import { loggedReleases } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { Deployment } from './deployment.ts';

const DATA = [...CATALOG.map(({ path }) => path), EVERY_REVIEW, '/api/reviews/since/2020-01-01'];
const PAGES = ['/', '/feeds/', '/404.html'];
const MOST_REVIEWS = 240;
const STEP = 7;
const pageOf = (index: number) => `/reviews/review-${index}/`;
const permalinks = (count: number) => Array.from({ length: count }, (_, index) => pageOf(index));

const Ids = z.object({ reviews: z.array(z.object({ id: z.string() })) });

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
    await assertNoPageOfOthers(url);

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

/** Data and pages are of one mind: nothing has a page that is not published. */
async function assertNoPageOfOthers(url: string): Promise<void> {
  for (;;) {
    const before = await readHealth(url);
    const { reviews } = Ids.parse((await ask(url, '/reviews.json')).json());
    const ids = new Set(reviews.map(({ id }) => id));
    const statuses = new Map<string, number>();
    for (let index = 0; index < MOST_REVIEWS; index += STEP) {
      statuses.set(`review-${index}`, (await ask(url, pageOf(index))).status);
    }
    const after = await readHealth(url);
    // A release that came meanwhile has other reviews.
    if (before.release?.ordinal !== after.release?.ordinal) continue;
    for (const [id, status] of statuses) {
      assert.ok(status === (ids.has(id) ? 200 : 404), `${id}: ${status}`);
    }
    return;
  }
}
