import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords, wordsBelow } from '../../support/find-words.ts';
import { readHealth } from '../../support/read-health.ts';
import { startService } from '../../support/service.ts';
import { createSmallDisk } from '../../support/small-disk.ts';
import { waitUntil } from '../../support/wait-until.ts';
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

for (const [what, reason, told, remedy] of [
  ['full', 'ENOSPC', 'no space left', 'free some space'],
  [
    'read-only',
    'EROFS',
    'it is read-only',
    'set STATE_DIR to a folder that this process may write',
  ],
] as const) {
  test(`while the disk is ${what} the old release stays; then the new one comes by itself`, {
    timeout: 120_000,
  }, async (t) => {
    const disk = createSmallDisk(t, 4);
    if (!disk) return;
    const contentDir = createContentFolder(t, goodContent(1));
    const stateDir = join(disk.folder, 'state');
    const settings = { content: contentDir, env: { STATE_DIR: stateDir } };
    const { url, log, logged } = await startService(t, settings);
    const before = await readHealth(url);
    const from = log.length;

    // A database that is open for writing keeps a whole disk from being made read-only.
    if (what === 'full') disk.fill();
    else disk.remount('ro', stateDir);
    saveFiles(contentDir, goodContent(2));
    const line = await logged('the release store: ', from);
    assert.equal(line.msg, `the release store: ${told}; it is tried again in 1 s`);
    assert.deepEqual([line.kind, line.code], ['storage', reason]);
    assert.ok(
      String(line.cause).startsWith(
        `The release store in ${stateDir} cannot be read or written (${reason}): `,
      ),
    );
    assert.ok(String(line.cause).endsWith(`${told}; ${remedy}.`), String(line.cause));
    const during = await readHealth(url);
    assert.deepEqual(during.release, before.release);
    assert.deepEqual([during.lastError?.code, during.lastError?.count], ['STORAGE_FAILED', 1]);
    const fault = during.faults.find(({ kind }) => kind === 'storage');
    assert.equal(fault?.code, reason);
    assert.equal(fault?.message, `the release store: ${told}`);
    assert.ok(await serves(url, 1)());
    assert.equal((await ask(url, '/')).status, 200);
    await logged('it is tried again in 2 s', from);

    if (what === 'full') disk.free();
    else disk.remount('rw', stateDir);
    await waitUntil('the new edition, without an edit', serves(url, 2));
    assert.match((await ask(url, '/')).text, /edition-2\./);
    await waitUntil('no error', async () => {
      const { lastError, faults } = await readHealth(url);
      return lastError === null && faults.length === 0;
    });
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
  const { url, logged } = await startService(t, settings);
  await logged('the release store: no space left');
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
  const { code } = await first.logged('the release store: no space left');
  assert.equal(code, 'ENOSPC');
  for (const path of ['/', '/feeds/', ...SHOWING]) {
    assert.equal((await ask(first.url, path)).status, 200, path);
  }
  // There is no room for a copy: the old file goes first.
  await waitUntil('it is erased', () => wordsBelow(disk.folder, SECRETS).length === 0, 30_000);
  disk.free();
  saveFiles(contentDir, { 'business.yaml': goodContent(3)['business.yaml'] ?? '' });
  await waitUntil('the next edition', serves(first.url, 3));
  await waitUntil('no error', async () => (await readHealth(first.url)).lastError === null);
  assert.deepEqual(await findWords(first.url, EVERYWHERE, SECRETS), []);
});

test('a STATE_DIR that is a file is told; what the content says is served all the same', async (t) => {
  const STATE_DIR = join(createFolder(t), 'state');
  writeFileSync(STATE_DIR, 'Mine.');
  const contentDir = createContentFolder(t, goodContent(1));
  const { url, logged } = await startService(t, { content: contentDir, env: { STATE_DIR } });
  await logged(`STATE_DIR ${STATE_DIR} cannot be written`);
  assert.match(
    String((await logged('the release store: ')).cause),
    /; set STATE_DIR to a folder\.$/,
  );
  assert.ok(await serves(url, 1)());
  // Where nothing can be stored, nothing waits for it.
  saveFiles(contentDir, goodContent(2));
  await waitUntil('edition 2', serves(url, 2));
  assert.equal(readFileSync(STATE_DIR, 'utf8'), 'Mine.');
});

test('on a read-only disk a takedown goes out, also one from before the start', {
  timeout: 120_000,
}, async (t) => {
  const disk = createSmallDisk(t, 8);
  if (!disk) return;
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const settings = { content: contentDir, env: { STATE_DIR: join(disk.folder, 'state') } };
  const first = await startService(t, settings);
  assert.equal(await first.stop(), 0);
  disk.remount('ro');

  const second = await startService(t, settings);
  assert.equal((await ask(second.url, OWN_PAGE)).status, 200);
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', isGone(second.url));
  assert.deepEqual(await findWords(second.url, EVERYWHERE, SECRETS), []);
  const { faults } = await readHealth(second.url);
  assert.deepEqual(
    faults.filter(({ kind }) => kind === 'storage').map(({ code, message }) => [code, message]),
    [['EROFS', 'the release store: it is read-only']],
  );
  assert.ok(!JSON.stringify(faults).includes(disk.folder), 'no path is told');
  assert.equal(await second.stop(), 0);

  const third = await startService(t, settings);
  assert.equal((await ask(third.url, OWN_PAGE)).status, 410);
  assert.deepEqual(await findWords(third.url, EVERYWHERE, SECRETS), []);
  disk.remount('rw');
  await waitUntil('no fault, without an edit', async () => {
    const { lastError, faults } = await readHealth(third.url);
    return lastError === null && faults.length === 0;
  });
  assert.equal(await third.stop(), 0);
  assert.equal((await ask((await startService(t, settings)).url, OWN_PAGE)).status, 410);
});
