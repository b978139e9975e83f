import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STAGES } from '../../support/call-faults.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { assertTakenDown, OWN_PAGE, SECRET_CONTENT, TAKEN_DOWN } from './secret-review.ts';

test('a rebuild thread that dies, at whatever stage, is started again and loses no edit', {
  timeout: 60_000,
}, async (t) => {
  const { start, faults, save } = createDeployment(t, SECRET_CONTENT);
  const { url, health, status, published, recovered } = await start();
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
  faults.exitAt(STAGES.read);
  save(TAKEN_DOWN);
  await waitUntil('its end', () => !faults.isSet());
  await assertTakenDown(url);
});
