import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertTakenDown,
  isTakenDown,
  SECRET_CONTENT,
  SECRETS,
  SHOWING,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { createSmallDisk } from '../../rooms/sidecar/small-disk.ts';
import { wordsBelow } from '../../rooms/store/find-words.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const CONTENT = { ...SECRET_CONTENT, ...businessOf(1) };

test('while the disk is full an edit waits, and is published by itself once there is room; a takedown does not wait', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const STATE_DIR = join(disk.folder, 'state');
  const { save, start } = createDeployment(t, CONTENT, { STATE_DIR });
  const { url, log, logged, health, shows, status, published, recovered } = await start();
  const before = await health();
  const from = log.length;

  disk.fill();
  save(businessOf(2));
  const line = await logged('the release store: ', from);
  assert.equal(line.msg, 'the release store: no space left; it is tried again in 1 s');
  assert.deepEqual([line.kind, line.code], ['storage', 'ENOSPC']);
  assert.match(
    String(line.cause),
    new RegExp(`^The release store in ${STATE_DIR} .*: no space left; free some space\\.$`),
  );
  const during = await health();
  assert.deepEqual(during.release, before.release);
  assert.deepEqual([during.lastError?.code, during.lastError?.count], ['STORAGE_FAILED', 1]);
  const fault = during.faults.find(({ kind }) => kind === 'storage');
  assert.deepEqual([fault?.code, fault?.message], ['ENOSPC', 'the release store: no space left']);
  assert.ok((await shows(1)) && (await shows(1, '/')));
  await logged('it is tried again in 2 s', from);
  disk.free();
  await published(2);
  await recovered();

  disk.fill();
  save(TAKEN_DOWN);
  await assertTakenDown(url);
  for (const path of ['/', '/feeds/', ...SHOWING]) assert.equal(await status(path), 200, path);
  // There is no room for a copy: the old file goes first.
  await waitUntil('it is erased', () => wordsBelow(disk.folder, SECRETS).length === 0, 30_000);

  disk.free();
  save(businessOf(3));
  await published(3);
  await recovered();
  await assertTakenDown(url);
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
  save(TAKEN_DOWN);
  await assertTakenDown(first.url);
  const faults = (await first.health()).faults.filter(({ kind }) => kind === 'storage');
  assert.ok(faults.length > 0 && faults.every(({ code }) => code === 'EROFS'));
  assert.ok(!JSON.stringify(faults).includes(disk.folder), 'no path is named');
  assert.equal(await first.stop(), 0);

  // Nothing but the retry looks at the content again.
  const second = await start({ env: { WATCH: 'off' } });
  assert.ok(await isTakenDown(second.url));
  await assertTakenDown(second.url);
  disk.remount('rw');
  await second.recovered();
  assert.equal(await second.stop(), 0);
  assert.ok(await isTakenDown((await start()).url));
});
