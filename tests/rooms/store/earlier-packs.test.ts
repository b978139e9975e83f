import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { highestPack, removePacks } from '../../../sidecar/store/earlier-packs.ts';
import { createContentFolder } from '../../support/content-folder.ts';

const PACKS = [
  'data-1795000000001.pack',
  'pages-1795000000000.pack',
  'data-1795000000003.pack.building-99999',
  'work/pages.building-99999/index.html',
];
const OTHERS = ['data-x.pack', 'data-1.pack.building', 'notes.txt', 'work-2/page.html'];
const filesOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`releases/${name}`, 'x']));

test('the highest ordinal is that of any pack, finished or not; packs are removed with their folder', (t) => {
  const folder = createContentFolder(t, { ...filesOf(PACKS), 'hub.sqlite': 'x' });
  assert.equal(highestPack(folder), 1795000000003);
  assert.equal(removePacks(folder), true);
  assert.deepEqual(readdirSync(folder), ['hub.sqlite']);
  assert.equal(removePacks(folder), false);
  assert.equal(highestPack(folder), 0);
});

test('other files stay, and so does the folder then', (t) => {
  const folder = createContentFolder(t, filesOf([...PACKS, ...OTHERS]));
  removePacks(folder);
  assert.equal(highestPack(folder), 0);
  const left = readdirSync(join(folder, 'releases')).sort();
  assert.deepEqual(left, ['data-1.pack.building', 'data-x.pack', 'notes.txt', 'work-2']);
});
