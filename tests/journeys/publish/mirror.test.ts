import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../../scripts/generate/random.ts';
import { atLength } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { numberedContent } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { Mirror } from './mirror.ts';

const EDITIONS = atLength(250, 8);

/** An edition: reviews are edited, added and deleted, some are taken down and some come back. */
function contentOf(edition: number, random: Random): Files {
  const removed = new Set(Array.from({ length: 8 }, () => random.integer(1, 60)));
  const line = (id: number) => `- { id: review-${id}, dateRemoved: 2026-11-20, reason: spam }\n`;
  const lines = [...removed].map(line).join('');
  return { ...numberedContent(edition, random.integer(30, 50)), 'removed.yaml': lines };
}

test('a mirror that takes a cursor, then reviews.json, and then only follows equals reviews.json after many edits, takedowns and restarts', {
  timeout: 600_000,
}, async (t) => {
  const seed = Number(process.env.MIRROR_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`seed: ${seed} (MIRROR_SEED)`);
  const random = createRandom(seed);
  let edition = 1;
  const { start, checkOut } = createDeployment(t, contentOf(edition, random));
  const publish = () => checkOut(contentOf(++edition, random));
  let service = await start();
  const served = () => waitUntil(`edition ${edition}`, () => service.shows(edition));
  const mirror = new Mirror();
  await mirror.begin(service.url, async () => {
    // What is published between the two requests is not missed.
    publish();
    await served();
  });
  while (edition < EDITIONS) {
    publish();
    if (random.chance(0.6)) await served();
    if (random.chance(0.2) || edition === EDITIONS / 2) {
      if (random.chance(0.5)) await service.stop();
      else {
        service.process.kill('SIGKILL');
        await service.closed;
      }
      if (random.chance(0.5)) publish();
      service = await start();
    }
    if (random.chance(0.4)) {
      const format = random.pick(['json', 'ndjson'] as const);
      assert.equal(await mirror.follow(service.url, format), 200);
    }
  }
  await served();
  assert.equal(await mirror.follow(service.url), 200);
  await mirror.assertEqual(service.url);
});
