import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import type { OpenWatcher } from '../../../../sidecar/publish/watch/watcher.ts';
import { createContentFolder, createFolder, saveFiles } from '../../../support/content-folder.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { EVERYTHING, only, startWatching } from './watched-folder.ts';

const A = 'reviews/2026/a.md';
const B = 'reviews/2026/b.md';
const SOON_MS = 150;

function createContent(t: TestContext) {
  const folder = createContentFolder(t, { 'business.yaml': 'A\n', [A]: 'a\n', [B]: 'b\n' });
  const write = (path: string, text = 'edited\n') => writeFileSync(join(folder, path), text);
  return { folder, write, place: (path: string) => join(folder, path) };
}

test('a file is reported once, in whatever way it is saved', async (t) => {
  const { folder, write, place } = createContent(t);
  const watched = await startWatching(t, folder);
  const rename = (temporary: string) => () => {
    write(temporary, `edited by way of ${temporary}\n`);
    renameSync(place(temporary), place(A));
  };
  const ways = {
    'in place': () => write(A),
    'by a hidden file': rename('reviews/2026/.a.md.swp'),
    'by a temporary file': rename(`${A}.tmp`),
    'as vim does, with a backup': () => {
      write('reviews/2026/4913', '');
      rmSync(place('reviews/2026/4913'));
      renameSync(place(A), place(`${A}~`));
      write(A, 'edited by vim\n');
      rmSync(place(`${A}~`));
    },
  };
  for (const [way, save] of Object.entries(ways)) {
    save();
    assert.deepEqual(await watched.next(), only(A), way);
    await watched.assertSilent(SOON_MS);
  }
  for (const path of [A, B]) write(path);
  assert.deepEqual(await watched.next(), only(A, B));
  await watched.assertSilent(SOON_MS);
});

test('folders that are added, renamed or removed are reported, and files in them are watched', async (t) => {
  const root = createContentFolder(t, { 'old/deep/a.md': 'a\n', 'reviews/v1.2/c.md': 'c\n' });
  const watched = await startWatching(t, root);
  const edit = (path: string) => () => writeFileSync(join(root, path), 'edited\n');
  const assertFollowed = async (act: () => void, path: string) => {
    act();
    assert.equal((await watched.next()).everything, true);
    await watched.assertNotices(path, edit(path));
  };
  await assertFollowed(() => renameSync(join(root, 'old'), join(root, 'new')), 'new/deep/a.md');
  await assertFollowed(() => saveFiles(root, { '2026/01/b.md': 'b\n' }), '2026/01/b.md');
  rmSync(join(root, 'reviews'), { recursive: true });
  const { paths, everything } = await watched.next();
  assert.ok(everything || paths.join() === 'reviews/v1.2/c.md');
  mkdirSync(join(root, 'reviews/v1.2'), { recursive: true });
  await watched.assertNotices('reviews/v1.2/c.md', edit('reviews/v1.2/c.md'));
});

test('neither a link out of the folder is followed, nor a file reported that is not content', async (t) => {
  const outside = createContentFolder(t, { 'a.md': 'a\n' });
  const { folder, write } = createContent(t);
  symlinkSync(outside, join(folder, 'reviews/away'));
  const watched = await startWatching(t, folder);
  saveFiles(outside, { 'a.md': 'edited\n' });
  for (const path of ['reviews/photo.jpg', 'reviews/.hidden.md', 'README.md']) write(path);
  await watched.assertSilent(SOON_MS);
});

test('a root that is missing, made, replaced by another folder, or removed for a while is followed', async (t) => {
  const place = createFolder(t);
  const root = join(place, 'not/yet');
  const watched = await startWatching(t, root);
  const assertWatched = () =>
    watched.assertNotices('reviews/a.md', () => saveFiles(root, { 'reviews/a.md': 'edited\n' }));
  saveFiles(root, { 'reviews/a.md': 'new\n' });
  assert.deepEqual(await watched.next(), EVERYTHING);
  await assertWatched();
  saveFiles(place, { 'next/reviews/a.md': 'a\n' });
  renameSync(root, join(place, 'previous'));
  renameSync(join(place, 'next'), root);
  assert.equal((await watched.next()).everything, true);
  await assertWatched();
  saveFiles(place, { 'previous/reviews/a.md': 'not looked at\n' });
  await watched.assertSilent(SOON_MS);
  rmSync(root, { recursive: true });
  await watched.next();
  await assertWatched();
});

test('where scans find edits that no event reported, that is warned of once, and watching begins again', async (t) => {
  const { folder } = createContent(t);
  const finding = { rescanMs: 300, during: async () => true };
  let opened = 0;
  const openSilent: OpenWatcher = (_folder, { note }) => {
    opened++;
    note();
    return { close: async () => {} };
  };
  const silent = await startWatching(t, folder, { ...finding, open: openSilent });
  await waitUntil('it is opened three times', () => opened === 3, 20_000);
  assert.equal(silent.warnings.length, 1);
  assert.match(silent.warnings[0] ?? '', /no file event had reported.*WATCH=poll/);

  const openLate: OpenWatcher = (_folder, { note }) => {
    // The event of each edit comes a moment after the scan that finds it, also where no file changed.
    const late = setInterval(() => note('reviews/photo.jpg'), 250);
    return { close: async () => clearInterval(late) };
  };
  const told = await startWatching(t, folder, { ...finding, open: openLate });
  await elapse(2_000);
  assert.deepEqual(told.warnings, []);
});
