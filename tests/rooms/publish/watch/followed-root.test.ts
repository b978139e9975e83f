import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import type { Sign } from '../../../../sidecar/publish/watch/debounce.ts';
import type { Listener } from '../../../../sidecar/publish/watch/watcher.ts';
import { FollowedRoot } from '../../../../sidecar/publish/watch/watcher.ts';
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
