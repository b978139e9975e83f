import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
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
import { promisify } from 'node:util';
import { DISK } from '#dataset/file-system.ts';
import { GitLock } from '../../../../sidecar/publish/watch/git.ts';
import { openWatcher } from '../../../../sidecar/publish/watch/watcher.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
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

const run = promisify(execFile);

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
/** Nothing of the machine's own settings, such as hooks or signing. */
const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const GIT_SOON_MS = 250;

const git = (folder: string, ...words: string[]) =>
  run('git', [...IDENTITY, ...words], { cwd: folder, env });

const FOLDERS = 10;
const FILES_PER_FOLDER = 40;
const pathOf = (folder: number, name: string) => `reviews/${folder}/${name}.md`;

/** Edits, deletes and adds ten files in each of ten folders. Returns their paths. */
function change(content: string): string[] {
  const changed: string[] = [];
  const eachFile = (from: number, to: number, act: (file: string) => void) => {
    for (let folder = 0; folder < FOLDERS; folder++) {
      for (let index = from; index < to; index++) {
        const path = pathOf(folder, `${index}`);
        changed.push(path);
        act(join(content, path));
      }
    }
  };
  eachFile(0, 10, (file) => writeFileSync(file, 'edited\n'));
  eachFile(10, 20, (file) => rmSync(file));
  eachFile(FILES_PER_FOLDER, FILES_PER_FOLDER + 10, (file) => writeFileSync(file, 'added\n'));
  return changed.sort();
}

/** A repository with 400 files in `content` and one commit on `main`. */
async function createRepository(t: TestContext) {
  const repository = join(createFolder(t), 'repository');
  const content = join(repository, 'content');
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(content, `reviews/${folder}`), { recursive: true });
    for (let index = 0; index < FILES_PER_FOLDER; index++) {
      writeFileSync(join(content, pathOf(folder, `${index}`)), `review ${index}\n`);
    }
  }
  await git(repository, 'init', '--quiet', '--initial-branch=main');
  await commit(repository);
  return { repository, content };
}

/** Enough of a repository for its lock. */
const REPOSITORY = { '.git/HEAD': '', 'content/a.md': 'a\n', 'content/b.md': 'b\n' };

async function commit(repository: string): Promise<void> {
  await git(repository, 'add', '--all');
  await git(repository, 'commit', '--quiet', '--message', 'content');
}

test('a checkout of another branch is one report that holds every changed path', async (t) => {
  const { repository, content } = await createRepository(t);
  await git(repository, 'checkout', '--quiet', '-b', 'other');
  const changed = change(content);
  await commit(repository);
  await git(repository, 'checkout', '--quiet', 'main');

  const watched = await startWatchingReady(t, content);
  await git(repository, 'checkout', '--quiet', 'other');
  assert.deepEqual(await watched.next(), { paths: changed, everything: false });
  await watched.assertSilent(GIT_SOON_MS);
  await git(repository, 'checkout', '--quiet', 'main');
  assert.deepEqual(await watched.next(), { paths: changed, everything: false });
  await watched.assertSilent(GIT_SOON_MS);
});

test('while git holds its lock, however long it pauses, nothing is reported', async (t) => {
  const repository = createContentFolder(t, REPOSITORY);
  const lock = join(repository, '.git/index.lock');
  const watched = await startWatchingReady(t, join(repository, 'content'));
  writeFileSync(lock, '');
  writeFileSync(join(repository, 'content/a.md'), 'edited\n');
  await watched.assertSilent(GIT_SOON_MS);
  writeFileSync(join(repository, 'content/b.md'), 'edited\n');
  await watched.assertSilent(GIT_SOON_MS);
  rmSync(lock);
  assert.deepEqual(await watched.next(), { paths: ['a.md', 'b.md'], everything: false });
});
