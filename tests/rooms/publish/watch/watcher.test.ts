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
import { atEnd } from '../../../support/at-end.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
import { startWatching, startWatchingReady } from '../../../support/watched-folder.ts';

const EVERYTHING = { paths: [], everything: true };
const only = (...paths: string[]) => ({ paths, everything: false });
const ASK_OFTEN = { rootCheckMs: 20 };

/** Points a link to another place, as a single step. */
function repoint(link: string, target: string): void {
  symlinkSync(target, `${link}.new`);
  renameSync(`${link}.new`, link);
}

test('a root that is a link is followed to where it is re-pointed', async (t) => {
  const folder = createContentFolder(t, {
    'old/a.md': 'a\n',
    'new/a.md': 'a\n',
    'new/b.md': 'b\n',
  });
  const root = join(folder, 'content');
  symlinkSync('old', root);
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  writeFileSync(join(folder, 'old/a.md'), 'edited\n');
  assert.deepEqual(await watched.next(), only('a.md'));

  repoint(root, 'new');
  assert.deepEqual(await watched.next(), EVERYTHING);
  writeFileSync(join(folder, 'old/a.md'), 'nobody looks here\n');
  writeFileSync(join(folder, 'new/b.md'), 'edited\n');
  assert.deepEqual(await watched.next(), only('b.md'));
});

test('a link in the middle of the path is followed, also below a hidden folder', async (t) => {
  const folder = createContentFolder(t, {
    '.worktrees/1/content/a.md': 'a\n',
    '.worktrees/2/content/a.md': 'a\n',
  });
  const link = join(folder, 'current');
  symlinkSync('.worktrees/1', link);
  const root = join(link, 'content');
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  writeFileSync(join(root, 'a.md'), 'edited\n');
  assert.deepEqual(await watched.next(), only('a.md'));

  repoint(link, '.worktrees/2');
  assert.deepEqual(await watched.next(), EVERYTHING);
  writeFileSync(join(root, 'a.md'), 'edited\n');
  assert.deepEqual(await watched.next(), only('a.md'));
});

test('a mounted ConfigMap is followed to its next version', async (t) => {
  const root = createContentFolder(t, {
    '..1/a.md': 'first version\n',
    '..2/a.md': 'second version\n',
  });
  symlinkSync('..1', join(root, '..data'));
  symlinkSync('..data/a.md', join(root, 'a.md'));
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  repoint(join(root, '..data'), '..2');
  assert.deepEqual(await watched.next(), EVERYTHING);
});

test('a root that is replaced by another folder is followed', async (t) => {
  const folder = createContentFolder(t, { 'content/a.md': 'a\n', 'next/a.md': 'a\n' });
  const root = join(folder, 'content');
  const watched = await startWatchingReady(t, root, ASK_OFTEN);
  renameSync(root, join(folder, 'previous'));
  renameSync(join(folder, 'next'), root);
  assert.equal((await watched.next()).everything, true);
  await watched.assertNotices('a.md', () => writeFileSync(join(root, 'a.md'), 'edited\n'));
  writeFileSync(join(folder, 'previous/a.md'), 'nobody looks here\n');
  await watched.assertSilent(100);
});

for (const pauseMs of [0, 5, 100]) {
  test(`a root that is removed and made again after ${pauseMs} ms is watched again`, async (t) => {
    const files = { 'content/a.md': 'a\n', 'content/reviews/b.md': 'b\n' };
    const root = join(createContentFolder(t, files), 'content');
    const watched = await startWatchingReady(t, root, ASK_OFTEN);
    rmSync(root, { recursive: true });
    if (pauseMs > 0) await elapse(pauseMs);
    mkdirSync(join(root, 'reviews'), { recursive: true });
    const { paths, everything } = await watched.next();
    assert.ok(everything || paths.join() === 'a.md,reviews/b.md');
    const edit = () => writeFileSync(join(root, 'reviews/b.md'), 'edited\n');
    await watched.assertNotices('reviews/b.md', edit);
  });
}

test('a root that does not exist yet is watched as soon as it does', async (t) => {
  const root = join(createFolder(t), 'not/yet');
  const watched = await startWatching(t, root, { ...ASK_OFTEN, rescanMs: 50 });
  await watched.assertSilent(150);
  await watched.close();

  const patient = await startWatching(t, root, ASK_OFTEN);
  mkdirSync(root, { recursive: true });
  assert.deepEqual(await patient.next(), EVERYTHING);
  writeFileSync(join(root, 'a.md'), 'new\n');
  assert.deepEqual(await patient.next(), only('a.md'));
});

test('the watcher is opened anew when no more folders come or go', async (t) => {
  const steps: string[] = [];
  const signs: Sign[] = [];
  const listeners: Listener[] = [];
  const root = new FollowedRoot(createFolder(t), {
    note: (sign) => signs.push(sign),
    warn: (message) => assert.fail(message),
    open: (_folder, listener) => {
      steps.push('open');
      listeners.push(listener);
      return { close: async () => void steps.push('close') };
    },
  });
  atEnd(t, () => root.close());
  const noteFolder = () => listeners.at(-1)?.note({ kind: 'folder' });
  const follow = async () => {
    await root.follow();
    return steps.splice(0).join(', ');
  };
  assert.equal(await follow(), 'open');
  listeners.at(-1)?.note({ kind: 'file', path: 'a.md' });
  assert.equal(await follow(), '');
  assert.equal(await follow(), '', 'files give no reason');
  noteFolder();
  assert.equal(await follow(), '', 'more may come');
  noteFolder();
  assert.equal(await follow(), '', 'more did come');
  assert.equal(await follow(), 'close, open');
  assert.equal(await follow(), '');
  assert.equal(await follow(), '', 'once is enough');
  assert.deepEqual(
    signs.map(({ kind }) => kind),
    ['file', 'folder', 'folder'],
  );
});

test('a root that is gone makes everything dirty, once, and so does a file in its place', async (t) => {
  const place = join(realpathSync(createFolder(t)), 'content');
  mkdirSync(place);
  const steps: string[] = [];
  const root = new FollowedRoot(place, {
    note: ({ kind }) => steps.push(kind),
    warn: (message) => assert.fail(message),
    open: (path) => {
      steps.push(`open ${path}`);
      return { close: async () => void steps.push('close') };
    },
  });
  await root.follow();
  assert.equal(root.realPath, place);
  rmSync(place, { recursive: true });
  await root.follow();
  await root.follow();
  assert.equal(root.realPath, undefined);
  writeFileSync(place, 'a file is no root');
  await root.follow();
  await root.follow();
  assert.equal(root.realPath, undefined);
  assert.deepEqual(steps, [`open ${place}`, 'close', 'everything', 'everything']);
});

test('after close no watcher is opened, also where one was about to be', async (t) => {
  const folder = createFolder(t);
  const closing = Promise.withResolvers<void>();
  let opened = 0;
  const root = new FollowedRoot(join(folder, 'content'), {
    note: () => {},
    warn: (message) => assert.fail(message),
    open: () => {
      opened++;
      return { close: () => closing.promise };
    },
  });
  mkdirSync(join(folder, 'content'));
  await root.follow();
  renameSync(join(folder, 'content'), join(folder, 'previous'));
  mkdirSync(join(folder, 'content'));
  void root.follow();
  const closed = root.close();
  closing.resolve();
  await closed;
  await root.follow();
  assert.equal(opened, 1);
});

/** Opens a watcher until the test ends, and collects what it notes. */
async function open(t: TestContext, folder: string) {
  const signs: Sign[] = [];
  const failures: unknown[] = [];
  const watcher = openWatcher(folder, {
    note: (sign) => signs.push(sign),
    failed: (error) => failures.push(error),
  });
  atEnd(t, () => watcher.close());
  await once(watcher, 'ready');
  return { watcher, signs, failures };
}

/** The root is not asked after, since that would open the watcher anew. */
const NEVER_ASK = { rootCheckMs: 60_000 };

test('a renamed folder makes everything dirty, and files in it are watched on', async (t) => {
  const root = createContentFolder(t, { 'old/deep/a.md': 'a\n', 'old/b.md': 'b\n' });
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  renameSync(join(root, 'old'), join(root, 'new'));
  assert.equal((await watched.next()).everything, true);
  const edit = () => writeFileSync(join(root, 'new/deep/a.md'), 'edited\n');
  await watched.assertNotices('new/deep/a.md', edit);
});

test('a new folder with files makes everything dirty, and files in it are watched', async (t) => {
  const root = createContentFolder(t, { 'a.md': 'a\n' });
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  mkdirSync(join(root, '2026/01'), { recursive: true });
  writeFileSync(join(root, '2026/01/b.md'), 'b\n');
  assert.equal((await watched.next()).everything, true);
  const edit = () => writeFileSync(join(root, '2026/01/b.md'), 'edited\n');
  await watched.assertNotices('2026/01/b.md', edit);
});

test('a folder that is removed and made again is watched on', async (t) => {
  const root = createContentFolder(t, { 'reviews/a.md': 'a\n', 'b.md': 'b\n' });
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  const edit = () => writeFileSync(join(root, 'reviews/a.md'), 'edited\n');
  rmSync(join(root, 'reviews'), { recursive: true });
  assert.equal((await watched.next()).everything, true);
  mkdirSync(join(root, 'reviews'));
  await watched.assertNotices('reviews/a.md', edit);
});

test('where there are links, an edit makes everything dirty', async (t) => {
  const root = createContentFolder(t, { 'one/a.md': 'a\n', 'two/a.md': 'a\n' });
  symlinkSync('one', join(root, 'link'));
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  // A file that is read as link/a.md.
  writeFileSync(join(root, 'link/a.md'), 'edited\n');
  assert.deepEqual(await watched.next(), { paths: ['one/a.md'], everything: true });
  symlinkSync('two', join(root, '.link'));
  renameSync(join(root, '.link'), join(root, 'link'));
  assert.equal((await watched.next()).everything, true);
  rmSync(join(root, 'link'));
  assert.equal((await watched.next()).everything, true);
});

test('a link that leads out of the folder is not followed', async (t) => {
  const outside = createContentFolder(t, { 'a.md': 'a\n' });
  const root = createContentFolder(t, { 'b.md': 'b\n' });
  symlinkSync(outside, join(root, 'link'));
  const watched = await startWatchingReady(t, root, NEVER_ASK);
  writeFileSync(join(outside, 'a.md'), 'edited\n');
  await watched.assertSilent(100);
});

test('a file that chokidar found by listing its folder is noted, a change only as told by the kernel', async (t) => {
  const root = createContentFolder(t, { 'a.md': 'a\n' });
  const { watcher, signs } = await open(t, root);
  assert.deepEqual(signs.splice(0), [{ kind: 'everything' }]);
  watcher.emit('all', 'change', join(root, 'a.md'));
  watcher.emit('all', 'add', join(root, 'b.md'));
  watcher.emit('all', 'unlink', join(root, 'reviews/c.md'));
  assert.deepEqual(signs, [
    { kind: 'file', path: 'b.md' },
    { kind: 'file', path: 'reviews/c.md' },
  ]);
});

test('the kernel tells of a file by its folder and name, by a whole path, or not by name at all', async (t) => {
  const root = createContentFolder(t, { 'a.md': 'a\n' });
  const { watcher, signs } = await open(t, root);
  signs.length = 0;
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

test('an error of the watcher is told, and makes everything dirty', async (t) => {
  const { watcher, signs, failures } = await open(t, createContentFolder(t, { 'a.md': 'a\n' }));
  signs.length = 0;
  const error = new Error('limit reached');
  watcher.emit('error', error);
  assert.deepEqual(failures, [error]);
  assert.deepEqual(signs, [{ kind: 'everything' }]);
});

test('each kind of error is warned of once, with what to do about the limits of the kernel', () => {
  const warnings: { message: string; cause: unknown }[] = [];
  const failed = warnOnce((message, cause) => warnings.push({ message, cause }));
  const limit = Object.assign(new Error('System limit reached'), { code: 'ENOSPC' });
  failed(limit);
  failed(Object.assign(new Error('again'), { code: 'ENOSPC' }));
  failed(Object.assign(new Error('too many'), { code: 'EMFILE' }));
  failed(new Error('who knows'));
  failed('who knows');
  assert.equal(warnings.length, 3);
  assert.match(warnings[0]?.message ?? '', /raise fs\.inotify\.max_user_watches/);
  assert.equal(warnings[0]?.cause, limit);
  assert.match(warnings[1]?.message ?? '', /max_user_instances/);
});

test('the files that are watched are those that are read', (t) => {
  const folder = createContentFolder(t, {
    'business.yaml': 'a\n',
    'a.yml': 'a\n',
    'reviews/2026/01/a.md': 'a\n',
    'a.md~': 'a\n',
    'a.markdown': 'a\n',
    'a.json': 'a\n',
    md: 'a\n',
    '.hidden.md': 'a\n',
    '.hidden/a.md': 'a\n',
    'folder.md/a.md': 'a\n',
    'v1.2/a.md': 'a\n',
    'reviews/.hidden/deeper/a.md': 'a\n',
  });
  const filter = new ContentFilter(folder);
  const watched: string[] = [];
  const visit = (place: string) => {
    const stat = lstatSync(place);
    if (filter.ignores(place) || filter.ignores(place, stat)) return;
    if (stat.isFile()) watched.push(filter.pathOf(place));
    else for (const name of readdirSync(place)) visit(join(place, name));
  };
  visit(folder);
  assert.deepEqual(
    watched.sort(),
    readContent(folder)
      .files.map(({ path }) => path)
      .sort(),
  );
});

test('a root below a hidden folder is watched', (t) => {
  const hidden = createContentFolder(t, { '.x/content/a.md': '' });
  const filter = new ContentFilter(join(hidden, '.x/content'));
  assert.equal(filter.ignores(join(hidden, '.x/content')), false);
  assert.equal(filter.ignores(join(hidden, '.x/content/a.md')), false);
  assert.equal(filter.ignores(join(hidden, '.x/content/.a.md')), true);
});

test('a folder or link that was seen is still known when it is gone, a temporary file is not', (t) => {
  const folder = createContentFolder(t, { 'reviews/a.md': '' });
  symlinkSync('reviews', join(folder, 'link'));
  const filter = new ContentFilter(folder);
  assert.equal(filter.ignores(join(folder, 'reviews')), false, 'it is there');
  assert.equal(filter.ignores(join(folder, 'gone')), true);
  filter.ignores(join(folder, 'gone'), lstatSync(join(folder, 'reviews')));
  assert.equal(filter.ignores(join(folder, 'gone')), false);
  assert.equal(filter.ignores(join(folder, 'a.md.tmp')), true);
  assert.equal(filter.hasLinks, false);
  filter.ignores(join(folder, 'link'), lstatSync(join(folder, 'link')));
  assert.equal(filter.hasLinks, true);
});
