import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertTakenDown,
  SECRET_CONTENT,
  TAKEN_DOWN,
  TOMBSTONE,
} from '../../journeys/publish/secret-review.ts';
import { createSmallDisk } from '../../rooms/sidecar/small-disk.ts';
import { STAGES } from '../../support/call-faults.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const BOTH = `${TOMBSTONE}- { id: review-3, dateRemoved: 2026-11-21, reason: spam }\n`;

test('the thread that publishes is started again where it dies, and loses no edit and no takedown, stored or not', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const env = { STATE_DIR: join(disk.folder, 'state') };
  const { start, faults, save } = createDeployment(t, SECRET_CONTENT, env);
  const { url, health, status, published, recovered } = await start();
  let edition = 1;
  const ordinal = async () => (await health()).release?.ordinal ?? 0;
  const died = () => waitUntil('its end', () => !faults.isSet());
  for (const stage of ['read', 'written', 'stored', 'current'] as const) {
    const before = await ordinal();
    faults.exitAt(STAGES[stage]);
    save(businessOf(++edition));
    await died();
    assert.equal(await status('/reviews.json'), 200);
    await published(edition);
    await recovered();
    assert.ok((await ordinal()) > before);
    save(businessOf(++edition));
    await published(edition);
  }

  disk.fill();
  save(TAKEN_DOWN);
  await assertTakenDown(url);
  // The next thread knows what only the server has in memory.
  faults.exitAt(STAGES.read);
  save({ 'removed.yaml': BOTH });
  await died();
  await waitUntil('the other', async () => (await status('/reviews/review-3/')) === 410);
  await assertTakenDown(url);

  disk.free();
  faults.exitAt(STAGES.read);
  save(businessOf(++edition));
  await died();
  await assertTakenDown(url);
  await published(edition);
});
