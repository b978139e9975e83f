import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../scripts/generate/random.ts';
import { atLength } from '../../support/at-length.ts';
import { createDeployment } from '../../support/deployment.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { Mirror } from './mirror.ts';
import { Editors } from './random-editors.ts';

const EDITS = atLength(5_000, 50);
const MOST_AT_ONCE = 40;

test('a mirror that takes a cursor, then reviews.json, and then only follows equals reviews.json after many edits, takedowns and restarts', {
  timeout: 600_000,
}, async (t) => {
  const seed = Number(process.env.MIRROR_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`seed: ${seed} (MIRROR_SEED)`);
  const random = createRandom(seed);
  const editors = new Editors(random);
  let edition = 1;
  const { start, checkOut } = createDeployment(t, editors.files(edition));
  const publish = () => checkOut(editors.files(++edition));
  let service = await start();
  const served = () => waitUntil(`edition ${edition}`, () => service.shows(edition));
  const mirror = new Mirror();
  await mirror.begin(service.url, async () => {
    // What is published between the two requests is not missed.
    for (let edit = 0; edit < 5; edit++) editors.edit();
    publish();
    await served();
  });
  let restarts = 0;
  for (let edits = 0; edits < EDITS; ) {
    const most = random.integer(1, MOST_AT_ONCE);
    for (let edit = 0; edit < most; edit++, edits++) editors.edit();
    publish();
    if (random.chance(0.6)) await served();
    if (random.chance(0.2) || (edits >= EDITS && restarts === 0)) {
      restarts++;
      if (random.chance(0.5)) await service.stop();
      else {
        service.process.kill('SIGKILL');
        await service.closed;
      }
      if (random.chance(0.5)) {
        editors.edit();
        publish();
      }
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
  assert.ok(mirror.applied > EDITS / 5 && restarts > 0, `${mirror.applied} ${restarts}`);
});
