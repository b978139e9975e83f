import assert from 'node:assert/strict';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { DISK } from '#dataset/file-system.ts';
import { GitLock } from '../../../../sidecar/publish/watch/git.ts';
import { openWatcher } from '../../../../sidecar/publish/watch/watcher.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { startWatching, startWatchingReady } from '../../../support/watched-folder.ts';

const FILES = {
  'business.yaml': 'name: A\n',
  'reviews/2026/a.md': 'a\n',
  'reviews/2026/b.md': 'b\n',
  'reviews/2026/c.md': 'c\n',
};
const A = 'reviews/2026/a.md';
const B = 'reviews/2026/b.md';
const C = 'reviews/2026/c.md';
const SOON_MS = 150;

function createContent(t: TestContext) {
  const folder = createContentFolder(t, FILES);
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  return { folder, write, place: (path: string) => join(folder, path) };
}

const only = (...paths: string[]) => ({ paths, everything: false });

test('a file that is saved in place is reported once', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  write(A, 'edited\n');
  assert.deepEqual(await watched.next(), only(A));
  await watched.assertSilent(SOON_MS);
});

test('a file that is saved by a temporary file and rename is reported once', async (t) => {
  const { folder, write, place } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  for (const temporary of ['reviews/2026/.a.md.swp', `${A}.tmp`, 'reviews/2026/4913']) {
    write(temporary, `edited by way of ${temporary}\n`);
    renameSync(place(temporary), place(A));
    assert.deepEqual(await watched.next(), only(A));
  }
  await watched.assertSilent(SOON_MS);
});

test('a file that is saved as vim does, with a backup, is reported once', async (t) => {
  const { folder, write, place } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  write('reviews/2026/4913', '');
  rmSync(place('reviews/2026/4913'));
  renameSync(place(A), place(`${A}~`));
  write(A, 'edited\n');
  rmSync(place(`${A}~`));
  assert.deepEqual(await watched.next(), only(A));
  await watched.assertSilent(SOON_MS);
});

test('a file that is written in two parts is reported when both are there', async (t) => {
  const { folder, place } = createContent(t);
  const seen: string[] = [];
  const during = async () => void seen.push(readFileSync(place(A), 'utf8'));
  const watched = await startWatchingReady(t, folder, { during });
  const file = openSync(place(A), 'w');
  writeSync(file, 'the first part, ');
  await elapse(100);
  writeSync(file, 'the second part\n');
  closeSync(file);
  assert.deepEqual(await watched.next(), only(A));
  assert.deepEqual(seen.slice(1), ['the first part, the second part\n']);
  await watched.assertSilent(SOON_MS);
});

test('a file whose last line has no end is reported all the same', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  write(A, 'no end');
  assert.deepEqual(await watched.next(), only(A));
});

test('a new file is reported', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  write('reviews/2026/new.md', 'new\n');
  assert.deepEqual(await watched.next(), only('reviews/2026/new.md'));
});

test('a deleted file is reported', async (t) => {
  const { folder, place } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  rmSync(place(A));
  assert.deepEqual(await watched.next(), only(A));
});

test('several files that change together are one report', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  for (const path of [A, B, C]) write(path, 'edited\n');
  assert.deepEqual(await watched.next(), only(A, B, C));
  await watched.assertSilent(SOON_MS);
});

test('hidden files and those of other kinds are not reported', async (t) => {
  const { folder, write, place } = createContent(t);
  mkdirSync(place('.git'));
  const watched = await startWatchingReady(t, folder);
  for (const path of ['.a.md', '.git/a.md', 'reviews/.a.md', 'a.txt', 'a.md~', 'a.json']) {
    write(path, 'not content\n');
  }
  mkdirSync(place('reviews/.hidden'));
  write('reviews/.hidden/a.md', 'not content\n');
  await watched.assertSilent(SOON_MS);
  write(A, 'edited\n');
  assert.deepEqual(await watched.next(), only(A));
});

test('writes that never rest are reported within the bound', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder);
  let count = 0;
  const stream = setInterval(() => write([A, B, C][count % 3] ?? A, `edit ${count++}\n`), 10);
  try {
    const start = performance.now();
    assert.notEqual((await watched.next()).paths.length, 0);
    assert.ok(performance.now() - start < 4_000);
  } finally {
    clearInterval(stream);
  }
});

test('edits during a report are in the next one, none lost, never two at a time', async (t) => {
  const { folder, write } = createContent(t);
  let running = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const during = async ({ everything }: { everything: boolean }) => {
    most = Math.max(most, ++running);
    if (!everything) await release.promise;
    running--;
  };
  const watched = await startWatchingReady(t, folder, { during });
  write(A, 'edited\n');
  assert.deepEqual(await watched.next(), only(A));
  for (const path of [B, A, C]) {
    write(path, 'edited during the report\n');
    await elapse(60);
  }
  await watched.assertSilent(SOON_MS);
  release.resolve();
  assert.deepEqual(await watched.next(), only(A, B, C));
  assert.equal(most, 1);
});

test('an edit is reported although the system fails when git is asked for', async (t) => {
  const { folder, write } = createContent(t);
  const statSync = () => {
    throw Object.assign(new Error('EIO: i/o error, stat'), { code: 'EIO' });
  };
  const warn = () => {};
  const now = () => performance.now();
  const lock = new GitLock({ now, warn, disk: { ...DISK, statSync } });
  assert.throws(() => lock.holdMs(folder), /EIO/);
  const watched = await startWatchingReady(t, folder, { lock });
  write(A, 'edited\n');
  assert.deepEqual(await watched.next(), only(A));
});

test('nothing is reported after close', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder, { rescanMs: 250, rootCheckMs: 10 });
  write(A, 'no end, so it would be reported after 300 ms');
  await elapse(50);
  await watched.close();
  rmSync(folder, { recursive: true });
  await watched.assertSilent(400);
});

test('close leaves no timer behind', async (t) => {
  const { folder, write } = createContent(t);
  const countTimers = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = countTimers();
  const watched = await startWatchingReady(t, folder);
  write(A, 'no end, so it would be reported after 300 ms');
  await elapse(50);
  assert.ok(countTimers() > before);
  await watched.close();
  assert.equal(countTimers(), before);
});

test('everything is reported again from time to time', async (t) => {
  const { folder } = createContent(t);
  const watched = await startWatchingReady(t, folder, { rescanMs: 50 });
  assert.deepEqual(await watched.next(), { paths: [], everything: true });
  assert.deepEqual(await watched.next(), { paths: [], everything: true });
});

test('where the kernel watches no more folders, it is warned of and rescans go on', async (t) => {
  const { folder } = createContent(t);
  const limit = Object.assign(new Error('limit reached'), { code: 'ENOSPC' });
  const ready = Promise.withResolvers<void>();
  const watched = await startWatching(t, folder, {
    rescanMs: 50,
    open: (place, listener) => {
      const watcher = openWatcher(place, listener);
      watcher.once('ready', () => {
        watcher.emit('error', limit);
        watcher.emit('error', limit);
        ready.resolve();
      });
      return watcher;
    },
  });
  await ready.promise;
  assert.equal(watched.warnings.length, 1);
  assert.match(watched.warnings[0] ?? '', /fs\.inotify\.max_user_watches/);
  for (let count = 0; count < 3; count++) {
    assert.deepEqual(await watched.next(), { paths: [], everything: true });
  }
});

test('where watching never begins, everything is reported from time to time', async (t) => {
  const { folder } = createContent(t);
  const open = () => ({ close: async () => {} });
  const watched = await startWatching(t, folder, { rescanMs: 50, open });
  assert.deepEqual(await watched.next(), { paths: [], everything: true });
  assert.deepEqual(await watched.next(), { paths: [], everything: true });
});
