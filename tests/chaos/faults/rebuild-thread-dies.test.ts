import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  TAKEN_DOWN,
  TOMBSTONE,
} from '../../journeys/publish/secret-review.ts';
import { createSmallDisk } from '../../rooms/sidecar/small-disk.ts';
import { STAGES } from '../../support/call-faults.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const OTHER_TOMBSTONE = '- { id: review-3, dateRemoved: 2026-11-21, reason: spam }\n';

test('a rebuild thread that dies, at whatever stage, is started again and loses no edit', {
  timeout: 60_000,
}, async (t) => {
  const { start, faults, save } = createDeployment(t, SECRET_CONTENT);
  const { health, status, published, recovered } = await start();
  let edition = 1;
  for (const stage of ['read', 'stored', 'current'] as const) {
    const before = await health();
    faults.exitAt(STAGES[stage]);
    save(businessOf(++edition));
    await waitUntil(`its end at "${stage}"`, () => !faults.isSet());
    assert.deepEqual([await status('/reviews.json'), await status(OWN_PAGE)], [200, 200]);
    await published(edition);
    await recovered();
    const { release } = await health();
    assert.ok((release?.ordinal ?? 0) > (before.release?.ordinal ?? 0));
    save(businessOf(++edition));
    await published(edition);
  }
});

test('a takedown holds when the rebuild thread dies after it, stored or not', {
  timeout: 90_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const env = { STATE_DIR: join(disk.folder, 'state') };
  const { start, faults, save } = createDeployment(t, SECRET_CONTENT, env);
  const { url, status, published } = await start();
  disk.fill();
  save(TAKEN_DOWN);
  await assertTakenDown(url);

  // The next thread knows what only the server has in memory.
  faults.exitAt(STAGES.read);
  save({ 'removed.yaml': `${TOMBSTONE}${OTHER_TOMBSTONE}` });
  await waitUntil('its end', () => !faults.isSet());
  await waitUntil('the other', async () => (await status('/reviews/review-3/')) === 410);
  await assertTakenDown(url);

  disk.free();
  faults.exitAt(STAGES.read);
  save(businessOf(2));
  await waitUntil('its end', () => !faults.isSet());
  await assertTakenDown(url);
  assert.equal(await status('/'), 200);
  await published(2);
  await assertTakenDown(url);
});
