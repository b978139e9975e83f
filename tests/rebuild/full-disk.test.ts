import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../support/ask.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { saveFiles } from '../support/edit-content.ts';
import { findWords } from '../support/find-words.ts';
import { loggedFailure } from '../support/logged-failure.ts';
import { readHealth } from '../support/read-health.ts';
import { runService, startService } from '../support/service.ts';
import { createSmallDisk } from '../support/small-disk.ts';
import { waitUntil } from '../support/wait-until.ts';
import { goodContent } from './good-content.ts';
import {
  EVERYWHERE,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRETS,
  SHOWING,
  TOMBSTONE,
} from './secret-review.ts';

const serves = (url: string, edition: number) => async () =>
  (await ask(url, '/reviews.json')).text.includes(`edition-${edition}.`);

const isGone = (url: string) => async () => (await ask(url, OWN_PAGE)).status === 410;

for (const [what, reason, remedy] of [
  ['full', 'ENOSPC', /STATE_DIR|\(ENOSPC\): the disk is full; free some space\. It is tried again/],
  ['read-only', 'EROFS', /\(EROFS\): it is read-only; set STATE_DIR to a folder .* may write/],
] as const) {
  test(`while the disk is ${what} the old release stays; then the new one comes by itself`, {
    timeout: 120_000,
  }, async (t) => {
    const disk = createSmallDisk(t, 4);
    if (!disk) return;
    const contentDir = createContentFolder(t, goodContent(1));
    const stateDir = join(disk.folder, 'state');
    const releases = join(stateDir, 'releases');
    const settings = { content: contentDir, env: { STATE_DIR: stateDir } };
    const { url, log } = await startService(t, settings);
    const before = await readHealth(url);
    const from = log.length;

    if (what === 'full') disk.fill();
    else disk.remount('ro', releases);
    saveFiles(contentDir, goodContent(2));
    const [told = ''] = await loggedFailure(log, 'STORAGE_FAILED', from);
    assert.match(told, remedy);
    assert.match(told, /^The release cannot be stored in /);
    assert.ok(told.includes(`(${reason})`));
    const during = await readHealth(url);
    assert.deepEqual(during.release, before.release);
    assert.deepEqual([during.lastError?.code, during.lastError?.count], ['STORAGE_FAILED', 1]);
    assert.ok(await serves(url, 1)());
    assert.equal((await ask(url, '/')).status, 200);
    // It is tried again, and fails again.
    await waitUntil('another attempt', async () => {
      const { lastError } = await readHealth(url);
      return lastError && lastError.time !== during.lastError?.time;
    });

    if (what === 'full') disk.free();
    else disk.remount('rw', releases);
    await waitUntil('the new edition, without an edit', serves(url, 2));
    assert.match((await ask(url, '/')).text, /edition-2\./);
    await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
  });
}

test('a start on a full disk serves the old release, and the new one once there is space', {
  timeout: 60_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const contentDir = createContentFolder(t, goodContent(1));
  // Nothing but the retry looks at the content again.
  const env = { STATE_DIR: join(disk.folder, 'state'), WATCH: 'off' };
  const settings = { content: contentDir, env };
  const first = await startService(t, settings);
  assert.equal(await first.stop(), 0);
  disk.fill();
  saveFiles(contentDir, goodContent(2));
  const { url, log } = await startService(t, settings);
  await loggedFailure(log, 'STORAGE_FAILED', 0);
  assert.ok(await serves(url, 1)());
  disk.free();
  await waitUntil('the new edition', serves(url, 2));
  assert.match((await ask(url, '/')).text, /edition-2\./);
});

test('a takedown goes out while the disk is full, in pages as in data', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const settings = { content: contentDir, env: { STATE_DIR: join(disk.folder, 'state') } };
  const first = await startService(t, settings);
  assert.ok((await findWords(first.url, EVERYWHERE, SECRETS)).length > 20);

  disk.fill();
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', isGone(first.url));
  assert.deepEqual(await findWords(first.url, EVERYWHERE, SECRETS), []);
  const warning = await first.logged('a takedown is published although it cannot be stored');
  assert.match(String(warning.cause), /ENOSPC/);
  for (const path of ['/', '/feeds/', ...SHOWING]) {
    assert.equal((await ask(first.url, path)).status, 200, path);
  }
  disk.free();
  saveFiles(contentDir, { 'business.yaml': goodContent(3)['business.yaml'] ?? '' });
  await waitUntil('the next edition', serves(first.url, 3));
  await waitUntil('no error', async () => (await readHealth(first.url)).lastError === null);
  assert.deepEqual(await findWords(first.url, EVERYWHERE, SECRETS), []);
});

test('a takedown that could not be stored holds after a start', { timeout: 120_000 }, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const settings = { content: contentDir, env: { STATE_DIR: join(disk.folder, 'state') } };
  const first = await startService(t, settings);
  disk.fill();
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', isGone(first.url));
  assert.equal(await first.stop(), 0);

  const second = await startService(t, settings);
  await waitUntil('the takedown', isGone(second.url));
  assert.deepEqual(await findWords(second.url, EVERYWHERE, SECRETS), []);
  disk.free();
  saveFiles(contentDir, { 'business.yaml': goodContent(3)['business.yaml'] ?? '' });
  await waitUntil('the next edition', serves(second.url, 3));
  assert.deepEqual(await findWords(second.url, EVERYWHERE, SECRETS), []);
  assert.equal((await ask(second.url, '/')).status, 200);
});

test('a STATE_DIR that is a file is told, with what to set', async (t) => {
  const folder = createFolder(t);
  const STATE_DIR = join(folder, 'state');
  writeFileSync(STATE_DIR, 'Mine.');
  const { code, stderr } = await runService(t, { content: goodContent(1), env: { STATE_DIR } });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The release cannot be stored in .*state \(\w+\): it is no folder; set STATE_DIR to a folder/,
  );
  assert.doesNotMatch(stderr, /^\s+at /m);
});

test('a STATE_DIR that cannot be written is told, with what to set', async (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  disk.remount('ro');
  const STATE_DIR = join(disk.folder, 'state');
  const { code, stderr } = await runService(t, { content: goodContent(1), env: { STATE_DIR } });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The release cannot be stored in .*\(\w+\): it .*; set STATE_DIR to a folder/,
  );
  assert.doesNotMatch(stderr, /^\s+at /m);
});
