import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Mirror } from '../../journeys/publish/mirror.ts';
import {
  assertTakenDown,
  isTakenDown,
  SECRET_CONTENT,
  SECRETS,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { createSmallDisk } from '../../rooms/sidecar/small-disk.ts';
import type { Files } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { wordsBelow } from '../../support/find-words.ts';
import { businessOf, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { assertStored } from '../assert-recovered.ts';

const CONTENT = { ...SECRET_CONTENT, ...businessOf(1) };
/** As much as there is no room for. */
const LARGE: Files = Object.assign(
  {},
  ...Array.from({ length: 5 }, (_, at) =>
    sampleReview(`large-${at}`, '2026-09-01', {}, 'They kept me informed. '.repeat(2_500)),
  ),
);

test('while the disk is full edits are published all the same, and stored by itself once there is room', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const STATE_DIR = join(disk.folder, 'state');
  const { save, start } = createDeployment(t, CONTENT, { STATE_DIR });
  const { url, log, logged, health, published, recovered } = await start();
  const from = log.length;

  disk.fill();
  // The one before makes room for it.
  save(businessOf(2));
  await published(2);
  await assertStored(STATE_DIR, url);
  save({ ...businessOf(3), ...LARGE });
  await published(3);
  const line = await logged('the release store: ', from);
  assert.equal(line.msg, 'the release store: no space left; retrying in 1 s');
  assert.deepEqual([line.kind, line.code], ['storage', 'ENOSPC']);
  const cause = `The release cannot be stored in ${STATE_DIR} (ENOSPC): no space left; free some space.`;
  assert.equal(line.cause, cause);
  const { lastError, faults } = await health();
  assert.deepEqual([lastError?.code, lastError?.count], ['STORAGE_FAILED', 1]);
  const fault = faults.find(({ kind }) => kind === 'storage');
  assert.deepEqual([fault?.code, fault?.message], ['ENOSPC', 'the release store: no space left']);
  await logged('retrying in 2 s', from);

  disk.free();
  await recovered();
  await assertStored(STATE_DIR, url);

  disk.fill();
  save(TAKEN_DOWN);
  await waitUntil('it is erased', () => wordsBelow(STATE_DIR, SECRETS).length === 0, 30_000);
  await assertTakenDown(url);
  disk.free();
  save(businessOf(4));
  await published(4);
  await assertStored(STATE_DIR, url);
});

test('on a read-only disk a takedown goes out, also one from before the start', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 8);
  if (!disk) return;
  const STATE_DIR = join(disk.folder, 'state');
  const { save, start } = createDeployment(t, CONTENT, { STATE_DIR });
  assert.equal(await (await start()).stop(), 0);
  disk.remount('ro');
  const first = await start();
  assert.ok(!(await isTakenDown(first.url)));
  const mirror = new Mirror();
  await mirror.begin(first.url);
  save(TAKEN_DOWN);
  await assertTakenDown(first.url);
  assert.equal(await mirror.follow(first.url), 200);
  const faults = (await first.health()).faults.filter(({ kind }) => kind === 'storage');
  assert.ok(faults.length > 0 && faults.every(({ code }) => code === 'EROFS'));
  assert.ok(!JSON.stringify(faults).includes(disk.folder), 'no path is named');
  assert.equal(await first.stop(), 0);

  // Nothing but the retry looks at the content again.
  const second = await start({ env: { WATCH: 'off' } });
  await assertTakenDown(second.url);
  assert.equal(await mirror.follow(second.url), 410, 'what it has seen was stored nowhere');
  disk.remount('rw');
  await second.recovered();
  assert.deepEqual(wordsBelow(STATE_DIR, SECRETS), []);
  await assertStored(STATE_DIR, second.url);
});
