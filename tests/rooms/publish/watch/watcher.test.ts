import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { readContent } from '#dataset/read/read-content.ts';
import { ContentFilter } from '../../../../sidecar/publish/watch/content-filter.ts';
import type { Sign } from '../../../../sidecar/publish/watch/debounce.ts';
import {
  FollowedRoot,
  type Listener,
  openWatcher,
  warnOnce,
} from '../../../../sidecar/publish/watch/watcher.ts';
import { createContentFolder, createFolder, saveFiles } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { EVERYTHING, only, startWatching, startWatchingReady } from './watched-folder.ts';

const ASK_OFTEN = { rootCheckMs: 20 };
/** The root is not asked after, since that would open the watcher again. */
const NEVER_ASK = { rootCheckMs: 60_000 };

/** Points a link to another place, as a single step. */
function repoint(link: string, target: string): void {
  symlinkSync(target, `${link}.new`);
  renameSync(`${link}.new`, link);
}

test('a root behind a link is followed to where that is re-pointed, also below a hidden folder', async (t) => {
  const folder = createContentFolder(t, {
    '.worktrees/1/content/a.md': 'a\n',
    '.worktrees/2/content/a.md': 'a\n',
    '.worktrees/2/content/b.md': 'b\n',
  });
  const link = join(folder, 'current');
  symlinkSync('.worktrees/1', link);
  const watched = await startWatchingReady(t, join(link, 'content'), ASK_OFTEN);
  saveFiles(folder, { 'current/content/a.md': 'edited\n' });
  assert.deepEqual(await watched.next(), only('a.md'));

  repoint(link, '.worktrees/2');
  assert.deepEqual(await watched.next(), EVERYTHING);
  saveFiles(folder, { '.worktrees/1/content/a.md': 'nobody looks here\n' });
  saveFiles(folder, { 'current/content/b.md': 'edited\n' });
  assert.deepEqual(await watched.next(), only('b.md'));
});

test('a mounted ConfigMap is followed to its next version', async (t) => {
  const root = createContentFolder(t, { '..1/a.md': 'first\n', '..2/a.md': 'second\n' });
  symlinkSync('..1', join(root, '..data'));
  symlinkSync('..data/a.md', join(root, 'a.md'));
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  repoint(join(root, '..data'), '..2');
  assert.deepEqual(await watched.next(), EVERYTHING);
});

test('a root that is replaced by another folder is followed', async (t) => {
  const folder = createContentFolder(t, { 'content/a.md': 'a\n', 'next/a.md': 'a\n' });
  const watched = await startWatchingReady(t, join(folder, 'content'), ASK_OFTEN);
  renameSync(join(folder, 'content'), join(folder, 'previous'));
  renameSync(join(folder, 'next'), join(folder, 'content'));
  assert.equal((await watched.next()).everything, true);
  await watched.assertNotices('a.md', () => saveFiles(folder, { 'content/a.md': 'edited\n' }));
  saveFiles(folder, { 'previous/a.md': 'nobody looks here\n' });
  await watched.assertSilent(100);
});

test('a root that is removed and made again is watched again', async (t) => {
  const files = { 'content/a.md': 'a\n', 'content/reviews/b.md': 'b\n' };
  const root = join(createContentFolder(t, files), 'content');
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  rmSync(root, { recursive: true });
  await elapse(100);
  mkdirSync(join(root, 'reviews'), { recursive: true });
  const { paths, everything } = await watched.next();
  assert.ok(everything || paths.join() === 'a.md,reviews/b.md');
  const edit = () => writeFileSync(join(root, 'reviews/b.md'), 'edited\n');
  await watched.assertNotices('reviews/b.md', edit);
});

test('a root that does not exist yet is watched as soon as it does', async (t) => {
  const root = join(createFolder(t), 'not/yet');
  const watched = await startWatching(t, root, { ...ASK_OFTEN, rescanMs: 50 });
  await watched.assertSilent(150);
  await watched.close();

  const patient = await startWatching(t, root, ASK_OFTEN);
  mkdirSync(root, { recursive: true });
  assert.deepEqual(await patient.next(), EVERYTHING);
  saveFiles(root, { 'a.md': 'new\n' });
  assert.deepEqual(await patient.next(), only('a.md'));
});

/** A followed root whose watchers a test makes: what it does and notes, in order. */
function createRoot(place: string) {
  const steps: string[] = [];
  const listeners: Listener[] = [];
  const root = new FollowedRoot(place, {
    note: ({ kind }) => steps.push(kind),
    warn: (message) => assert.fail(message),
    open: (folder, listener) => {
      steps.push(`open ${folder}`);
      listeners.push(listener);
      return {
        close: async () => void steps.push('close'),
      };
    },
  });
  const follow = async () => {
    await root.follow();
    return steps.splice(0);
  };
  return { root, follow, note: (sign: Sign) => listeners.at(-1)?.note(sign) };
}

test('the watcher is opened again when no more folders are added or removed', async (t) => {
  const place = realpathSync(createFolder(t));
  const { root, follow, note } = createRoot(place);
  atEnd(t, () => root.close());
  const open = `open ${place}`;
  assert.deepEqual(await follow(), [open]);
  note({ kind: 'file', path: 'a.md' });
  assert.deepEqual(await follow(), ['file']);
  assert.deepEqual(await follow(), [], 'files give no reason');
  note({ kind: 'folder' });
  assert.deepEqual(await follow(), ['folder'], 'more may come');
  note({ kind: 'folder' });
  assert.deepEqual(await follow(), ['folder'], 'more did come');
  assert.deepEqual(await follow(), ['close', open]);
  assert.deepEqual(await follow(), []);
  assert.deepEqual(await follow(), [], 'once is enough');
});

test('a root that is gone makes everything dirty, once, and so does a file in its place', async (t) => {
  const place = join(realpathSync(createFolder(t)), 'content');
  mkdirSync(place);
  const { root, follow } = createRoot(place);
  assert.deepEqual(await follow(), [`open ${place}`]);
  assert.equal(root.realPath, place);
  rmSync(place, { recursive: true });
  assert.deepEqual([await follow(), await follow()], [['close', 'everything'], []]);
  assert.equal(root.realPath, undefined);
  writeFileSync(place, 'a file is no root');
  assert.deepEqual([await follow(), await follow()], [['everything'], []]);
  assert.equal(root.realPath, undefined);
});

test('folders that are added, renamed or removed make everything dirty, and files in them are watched on', async (t) => {
  const root = createContentFolder(t, { 'old/deep/a.md': 'a\n', 'reviews/c.md': 'c\n' });
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  const edit = (path: string) => () => writeFileSync(join(root, path), 'edited\n');
  const assertFollowed = async (act: () => void, path: string) => {
    act();
    assert.equal((await watched.next()).everything, true);
    await watched.assertNotices(path, edit(path));
  };
  await assertFollowed(() => renameSync(join(root, 'old'), join(root, 'new')), 'new/deep/a.md');
  await assertFollowed(() => saveFiles(root, { '2026/01/b.md': 'b\n' }), '2026/01/b.md');
  rmSync(join(root, 'reviews'), { recursive: true });
  const removed = await watched.next();
  // The file in it may be noticed before the folder is.
  assert.equal(removed.everything || (await watched.next()).everything, true);
  mkdirSync(join(root, 'reviews'));
  await watched.assertNotices('reviews/c.md', edit('reviews/c.md'));
});

test('where there are links, an edit makes everything dirty; out of the folder none is followed', async (t) => {
  const outside = createContentFolder(t, { 'a.md': 'a\n' });
  const root = createContentFolder(t, { 'one/a.md': 'a\n', 'two/a.md': 'a\n' });
  symlinkSync('one', join(root, 'link'));
  symlinkSync(outside, join(root, 'away'));
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  saveFiles(outside, { 'a.md': 'edited\n' });
  await watched.assertSilent(100);
  // A file that is read as link/a.md.
  saveFiles(root, { 'link/a.md': 'edited\n' });
  assert.deepEqual(await watched.next(), { paths: ['one/a.md'], everything: true });
  symlinkSync('two', join(root, '.link'));
  renameSync(join(root, '.link'), join(root, 'link'));
  assert.equal((await watched.next()).everything, true);
  rmSync(join(root, 'link'));
  assert.equal((await watched.next()).everything, true);
});

/** Opens a watcher until the test ends, with what it notes after it is ready. */
async function open(t: TestContext) {
  const root = createContentFolder(t, { 'a.md': 'a\n' });
  const signs: Sign[] = [];
  const failures: unknown[] = [];
  const watcher = openWatcher(root, {
    note: (sign) => signs.push(sign),
    failed: (error) => failures.push(error),
  });
  atEnd(t, () => watcher.close());
  await once(watcher, 'ready');
  assert.deepEqual(signs.splice(0), [{ kind: 'everything' }]);
  return { root, watcher, signs, failures };
}

test('a file that chokidar found by listing its folder is noted, a change only as the kernel reports it', async (t) => {
  const { root, watcher, signs } = await open(t);
  watcher.emit('all', 'change', join(root, 'a.md'));
  watcher.emit('all', 'add', join(root, 'b.md'));
  watcher.emit('all', 'unlink', join(root, 'reviews/c.md'));
  assert.deepEqual(signs.splice(0), [
    { kind: 'file', path: 'b.md' },
    { kind: 'file', path: 'reviews/c.md' },
  ]);
  // By folder and name, by a whole path, or not by name at all.
  watcher.emit('raw', 'change', 'a.md', { watchedPath: join(root, 'reviews') });
  watcher.emit('raw', 'change', join(root, 'b.md'), {});
  watcher.emit('raw', 'change', null, { watchedPath: root });
  watcher.emit('raw', 'rename', 'a.md', { watchedPath: join(root, '..') });
  assert.deepEqual(signs, [
    { kind: 'file', path: 'reviews/a.md' },
    { kind: 'file', path: 'b.md' },
    { kind: 'everything' },
  ]);
});

test('an error of the watcher makes everything dirty; each kind is warned of once, with what to do', async (t) => {
  const { watcher, signs, failures } = await open(t);
  const limit = Object.assign(new Error('System limit reached'), { code: 'ENOSPC' });
  watcher.emit('error', limit);
  assert.deepEqual(failures, [limit]);
  assert.deepEqual(signs, [{ kind: 'everything' }]);

  const warnings: { message: string; cause: unknown }[] = [];
  const failed = warnOnce((message, cause) => warnings.push({ message, cause }));
  for (const error of [
    limit,
    Object.assign(new Error('again'), { code: 'ENOSPC' }),
    Object.assign(new Error('too many'), { code: 'EMFILE' }),
    new Error('who knows'),
    'who knows',
  ]) {
    failed(error);
  }
  assert.equal(warnings.length, 3);
  assert.match(warnings[0]?.message ?? '', /raise fs\.inotify\.max_user_watches/);
  assert.equal(warnings[0]?.cause, limit);
  assert.match(warnings[1]?.message ?? '', /max_user_instances/);
});

test('the files that are watched are those that are read, also below a hidden folder', (t) => {
  const folder = createContentFolder(t, {
    '.x/business.yaml': 'a\n',
    '.x/a.yml': 'a\n',
    '.x/reviews/2026/01/a.md': 'a\n',
    '.x/a.md~': 'a\n',
    '.x/a.markdown': 'a\n',
    '.x/md': 'a\n',
    '.x/.hidden.md': 'a\n',
    '.x/folder.md/a.md': 'a\n',
    '.x/v1.2/a.md': 'a\n',
    '.x/reviews/.hidden/deeper/a.md': 'a\n',
  });
  const root = join(folder, '.x');
  const filter = new ContentFilter(root);
  const watched: string[] = [];
  const visit = (place: string) => {
    const stat = lstatSync(place);
    if (filter.ignores(place) || filter.ignores(place, stat)) return;
    if (stat.isFile()) watched.push(filter.pathOf(place));
    else for (const name of readdirSync(place)) visit(join(place, name));
  };
  visit(root);
  const read = readContent(root).files.map(({ path }) => path);
  assert.deepEqual(watched.sort(), read.sort());
});
