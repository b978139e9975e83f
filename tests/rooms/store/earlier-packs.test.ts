import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { highestPack, removePacks } from '../../../sidecar/store/earlier-packs.ts';
import { createContentFolder } from '../../support/content-folder.ts';

const PACKS = {
  'releases/data-1795000000001.pack': 'x',
  'releases/pages-1795000000000.pack': 'x',
  'releases/data-1795000000003.pack.building-99999': 'x',
  'releases/work/pages.building-99999/index.html': 'x',
};

test('the highest ordinal is that of any pack, finished or not', (t) => {
  assert.equal(highestPack(createContentFolder(t, PACKS)), 1795000000003);
});

test('packs are removed with their folder', (t) => {
  const folder = createContentFolder(t, { ...PACKS, 'hub.sqlite': 'x' });
  removePacks(folder);
  assert.deepEqual(readdirSync(folder), ['hub.sqlite']);
  removePacks(folder);
  assert.equal(highestPack(folder), 0);
});

test('what is no pack stays, and so does the folder then', (t) => {
  const others = ['data-x.pack', 'data-1.pack.building', 'notes.txt', 'work-2/page.html'];
  const files = Object.fromEntries(others.map((name) => [`releases/${name}`, 'Mine.']));
  const folder = createContentFolder(t, { ...PACKS, ...files });
  removePacks(folder);
  assert.equal(highestPack(folder), 0);
  for (const name of others) assert.ok(existsSync(join(folder, 'releases', name)), name);
  assert.equal(readdirSync(join(folder, 'releases')).length, others.length);
});
