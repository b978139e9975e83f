import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PackStore } from '../../../sidecar/release/pack-store.ts';
import { createFolder } from '../../support/content-folder.ts';

type Lifetime = Parameters<typeof createFolder>[0];

function storeWith(test: Lifetime, ...names: string[]): PackStore {
  const store = new PackStore(createFolder(test));
  store.make();
  for (const name of names) writeFileSync(join(store.folder, name), '');
  return store;
}

/** Gathers what is logged, and fails the test where nothing should be. */
function recordLog() {
  const lines: (readonly [string, string])[] = [];
  const log = (level: 'warn', message: string) => lines.push([level, message]);
  return { lines, log };
}

test('packs are listed by their ordinal, newest first', (t) => {
  const store = storeWith(t, 'data-9.pack', 'data-10.pack', 'pages-11.pack', 'data-x.pack');
  assert.deepEqual(store.list(), [
    { ordinal: 10, file: store.fileOf(10) },
    { ordinal: 9, file: store.fileOf(9) },
  ]);
});

test('a store that was never made is empty', (t) => {
  const store = new PackStore(join(createFolder(t), 'missing'));
  const { lines, log } = recordLog();
  assert.deepEqual(store.list(), []);
  store.clearLeftovers(log);
  store.clear(new Set(), log);
  assert.deepEqual(lines, []);
});

test('two packs stay, and those that are still needed', (t) => {
  const names = ['data-1.pack', 'data-2.pack', 'data-3.pack', 'data-4.pack'];
  const store = storeWith(t, ...names, 'notes.txt');
  const { lines, log } = recordLog();
  store.clear(new Set([store.fileOf(1)]), log);
  assert.deepEqual(readdirSync(store.folder).sort(), [
    'data-1.pack',
    'data-3.pack',
    'data-4.pack',
    'notes.txt',
  ]);
  assert.deepEqual(lines, []);
});

test('what a killed process left is removed, and nothing of anybody else', (t) => {
  const store = storeWith(
    t,
    'data-4.pack',
    'notes.txt',
    'x.building-1',
    'data-5.pack.building-77',
    'data-x.pack.building-77',
  );
  store.clearLeftovers(recordLog().log);
  assert.deepEqual(readdirSync(store.folder).sort(), [
    'data-4.pack',
    'data-x.pack.building-77',
    'notes.txt',
    'x.building-1',
  ]);
});

test('what earlier versions kept is removed: pages, and the folder in which they were built', (t) => {
  const store = storeWith(
    t,
    'data-4.pack',
    'pages-4.pack',
    'pages-5.pack.building-1',
    'pages.pack',
    'workshop',
  );
  mkdirSync(join(store.folder, 'work/site'), { recursive: true });
  store.clearLeftovers(recordLog().log);
  assert.deepEqual(readdirSync(store.folder).sort(), ['data-4.pack', 'pages.pack', 'workshop']);
});

test('what cannot be looked at or removed is told, and nothing is thrown', (t) => {
  const store = storeWith(t);
  const { lines, log } = recordLog();
  // A folder where a pack should stand is refused by rm, also for a superuser.
  for (const ordinal of [1, 2, 3]) mkdirSync(join(store.fileOf(ordinal), 'a'), { recursive: true });
  store.clear(new Set(), log);
  assert.deepEqual(lines, [['warn', 'an old release cannot be removed']]);

  rmSync(store.folder, { recursive: true });
  writeFileSync(store.folder, 'A file where the folder should be.');
  store.clearLeftovers(log);
  assert.deepEqual(lines[1], ['warn', 'what an earlier process has left cannot be removed']);
});
