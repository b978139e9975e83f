import assert from 'node:assert/strict';
import {
  closeSync,
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
import {
  type OpenWatcher,
  openPollingWatcher,
  openWatcher,
} from '../../../../sidecar/publish/watch/watcher.ts';
import { createContentFolder, saveFiles } from '../../../support/content-folder.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { EVERYTHING, only, startWatching, startWatchingReady } from './watched-folder.ts';

const A = 'reviews/2026/a.md';
const B = 'reviews/2026/b.md';
const C = 'reviews/2026/c.md';
const SOON_MS = 150;

function createContent(t: TestContext) {
  const folder = createContentFolder(t, {
    'business.yaml': 'A\n',
    [A]: 'a\n',
    [B]: 'b\n',
    [C]: 'c\n',
  });
  const write = (path: string, text = 'edited\n') => writeFileSync(join(folder, path), text);
  return { folder, write, place: (path: string) => join(folder, path) };
}

test('a file is reported once it is whole, once, in whatever way it is saved', async (t) => {
  const { folder, write, place } = createContent(t);
  const seen: string[] = [];
  const during = async () => void seen.push(readFileSync(place(A), 'utf8'));
  const watched = await startWatchingReady(t, folder, { during });
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
    'in two parts': async () => {
      const file = openSync(place(A), 'w');
      writeSync(file, 'the first part, ');
      await elapse(100);
      writeSync(file, 'the second part\n');
      closeSync(file);
    },
  };
  for (const [way, save] of Object.entries(ways)) {
    await save();
    assert.deepEqual(await watched.next(), only(A), way);
    await watched.assertSilent(SOON_MS);
  }
  assert.equal(seen.at(-1), 'the first part, the second part\n');
  for (const path of [A, B, C]) write(path);
  assert.deepEqual(await watched.next(), only(A, B, C));
  await watched.assertSilent(SOON_MS);
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

test('everything is reported from time to time, also where watching never begins', async (t) => {
  const { folder } = createContent(t);
  for (const open of [openWatcher, () => ({ close: async () => {} })]) {
    const watched = await startWatching(t, folder, { rescanMs: 50, open });
    for (const _ of [1, 2, 3]) assert.deepEqual(await watched.next(), EVERYTHING);
    await watched.close();
  }
});

/** Where no events arrive, as on network mounts. */
const openSilent: OpenWatcher = (_folder, { note }) => {
  note({ kind: 'everything' });
  return { close: async () => {} };
};

test('an edit that a scan finds and no event tells of is warned of once, with the remedy', async (t) => {
  const { folder } = createContent(t);
  const finding = { rescanMs: 300, during: async () => true };
  const silent = await startWatching(t, folder, { ...finding, open: openSilent });
  await waitUntil('a warning', () => silent.warnings.length > 0, 10_000);
  await elapse(2_000);
  assert.equal(silent.warnings.length, 1);
  assert.match(silent.warnings[0] ?? '', /no file event reported.*WATCH=poll/);

  const open: OpenWatcher = (_folder, { note }) => {
    note({ kind: 'everything' });
    // The event of each edit comes a moment after the scan that finds it.
    const late = setInterval(() => note({ kind: 'file', path: A }), 700);
    return { close: async () => clearInterval(late) };
  };
  const told = await startWatching(t, folder, { ...finding, open });
  await elapse(2_000);
  assert.deepEqual(told.warnings, []);
});

test('by polling, edits are noticed without any event', async (t) => {
  const { folder, write } = createContent(t);
  const watched = await startWatchingReady(t, folder, { open: openPollingWatcher });
  write(A);
  assert.deepEqual(await watched.next(), only(A));
  write('reviews/2026/new.md');
  assert.deepEqual(await watched.next(), only('reviews/2026/new.md'));
});

const GIT_SOON_MS = 250;

test('while git holds its lock, however long it pauses, nothing is reported', async (t) => {
  const repository = createContentFolder(t, {
    '.git/HEAD': '',
    'content/a.md': '',
    'content/b.md': '',
  });
  const lock = join(repository, '.git/index.lock');
  const watched = await startWatchingReady(t, join(repository, 'content'));
  writeFileSync(lock, '');
  for (const path of ['content/a.md', 'content/b.md']) {
    saveFiles(repository, { [path]: 'edited\n' });
    await watched.assertSilent(GIT_SOON_MS);
  }
  rmSync(lock);
  assert.deepEqual(await watched.next(), only('a.md', 'b.md'));
});
