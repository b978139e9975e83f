import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Sign } from '../../../../sidecar/publish/watch/debounce.ts';
import { openWatcher } from '../../../../sidecar/publish/watch/watcher.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { startWatchingReady } from '../../../support/watched-folder.ts';

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
