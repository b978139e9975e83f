import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

test('packs are listed by their ordinal, newest first', (t) => {
  const store = storeWith(t, 'data-9.pack', 'data-10.pack', 'pages-11.pack', 'data-x.pack');
  assert.deepEqual(
    store.list('data').map(({ ordinal }) => ordinal),
    [10, 9],
  );
  assert.deepEqual(store.list('pages'), [
    { kind: 'pages', ordinal: 11, file: store.fileOf('pages', 11) },
  ]);
});

test('a store that was never made is empty', (t) => {
  const store = new PackStore(join(createFolder(t), 'missing'));
  assert.deepEqual(store.list('data'), []);
  store.clearLeftovers();
  store.clear(new Set(), () => {});
});

test('two data packs and one of pages stay, and what is still needed', (t) => {
  const names = ['data-1.pack', 'data-2.pack', 'data-3.pack', 'data-4.pack'];
  const store = storeWith(t, ...names, 'pages-1.pack', 'pages-2.pack', 'notes.txt');
  store.clear(new Set([store.fileOf('data', 1)]), () => {});
  assert.deepEqual(readdirSync(store.folder).sort(), [
    'data-1.pack',
    'data-3.pack',
    'data-4.pack',
    'notes.txt',
    'pages-2.pack',
  ]);
});

test('what a killed process left is removed, and nothing of anybody else', (t) => {
  const leftovers = ['data-5.pack.building-77', 'pages-5.pack.building-1'];
  const store = storeWith(t, 'data-4.pack', 'notes.txt', 'x.building-1', ...leftovers);
  mkdirSync(join(store.workFolder, 'site'), { recursive: true });
  store.clearLeftovers();
  assert.deepEqual(readdirSync(store.folder).sort(), ['data-4.pack', 'notes.txt', 'x.building-1']);
  assert.ok(!existsSync(store.workFolder));
  assert.equal(basename(store.workFolder), 'work');
});
