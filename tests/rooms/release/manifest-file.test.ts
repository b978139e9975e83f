import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMAT, type Manifest } from '#artifacts/manifest.ts';
import {
  hasManifest,
  newestManifest,
  PUBLIC_FOLDER,
  readManifest,
  writeManifest,
  writeStoredDataset,
} from '#release/manifest-file.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';

const MANIFEST: Manifest = {
  format: FORMAT,
  version: '0.1.0',
  ordinal: 1_790_000_000_000,
  key: { content: 'a', baseUrl: 'https://reviews.example', code: 'b' },
  removed: ['gone-1'],
  dataset: '"d"',
  entries: [
    {
      path: '/reviews.json',
      file: 'reviews.json',
      mediaType: 'application/json',
      lastModified: '2026-10-03T12:00:00.000Z',
      variants: { identity: { etag: '"a"', bytes: 900 }, br: { etag: '"b"', bytes: 300 } },
    },
  ],
};

test('what is written is read back', async (t) => {
  const folder = createFolder(t);
  await writeManifest(folder, MANIFEST);
  assert.deepEqual(readManifest(folder), MANIFEST);
  assert.equal(hasManifest(folder), true);
});

test('the newest manifest of some folders is the one with the highest ordinal', async (t) => {
  const folders = [createFolder(t), createFolder(t), createFolder(t), createFolder(t)];
  for (const [index, ordinal] of [5, 9, 7].entries()) {
    await writeManifest(folders[index] ?? '', { ...MANIFEST, ordinal });
  }
  assert.equal(newestManifest(folders.map((folder) => readManifest(folder)))?.ordinal, 9);
  assert.equal(newestManifest(folders.slice(3).map((folder) => readManifest(folder))), undefined);
});

test('the dataset lies beside the manifest, byte for byte', async (t) => {
  const folder = createFolder(t);
  await writeStoredDataset(folder, Buffer.from('{"ü":1}\n'));
  assert.equal(readFileSync(join(folder, 'dataset.json'), 'utf8'), '{"ü":1}\n');
});

test('the manifest lies beside the public files, not among them', async (t) => {
  const folder = createFolder(t);
  await writeManifest(folder, MANIFEST);
  assert.match(readFileSync(join(folder, 'manifest.json'), 'utf8'), /^\{.*\}\n$/);
  assert.equal(PUBLIC_FOLDER, 'client');
});

for (const [what, text] of [
  ['nothing', ''],
  ['broken JSON', `{"format":${FORMAT},`],
  ['no object', '[]'],
  ['an unknown member', JSON.stringify({ ...MANIFEST, more: 1 })],
  ['a missing member', JSON.stringify({ ...MANIFEST, key: undefined })],
] as const) {
  test(`a manifest of ${what} is none`, (t) => {
    const folder = createContentFolder(t, { 'manifest.json': text });
    assert.equal(readManifest(folder), undefined);
  });
}

test('of another format what every format has is read, and the entries that this one knows', (t) => {
  const entries = [...MANIFEST.entries, { path: '/new.json', shape: 'another' }];
  const text = JSON.stringify({
    ...MANIFEST,
    format: FORMAT + 1,
    version: '2.0.0',
    entries,
    more: [],
  });
  const folder = createContentFolder(t, { 'manifest.json': text });
  assert.deepEqual(readManifest(folder), { ...MANIFEST, format: FORMAT + 1, version: '2.0.0' });
  assert.equal(hasManifest(folder), true);
});

test('the manifest of a program that knew no formats is one of format 0', (t) => {
  const { ordinal, key, entries } = MANIFEST;
  const text = JSON.stringify({ manifestVersion: 1, ordinal, key, entries });
  const folder = createContentFolder(t, { 'manifest.json': text });
  const version = 'an earlier version';
  assert.deepEqual(readManifest(folder), { format: 0, version, ordinal, key, entries });
});

test('only the entries that are wanted are read', (t) => {
  const page = { path: '/', file: 'index.html', nothing: 'else' };
  const entries = [page, ...MANIFEST.entries];
  const text = JSON.stringify({ ...MANIFEST, entries });
  const folder = createContentFolder(t, { 'manifest.json': text });
  assert.deepEqual(
    readManifest(folder, (path) => path !== '/'),
    MANIFEST,
  );
  assert.equal(readManifest(folder), undefined);
});

test('a manifest.json of somebody else is none, so that nobody loses a folder', (t) => {
  for (const text of ['{"name":"My app","manifest_version":3}', '{"format":"1"}', '7']) {
    const folder = createContentFolder(t, { 'manifest.json': text, 'notes.txt': 'mine' });
    assert.equal(hasManifest(folder), false);
  }
});

test('a folder without a manifest, or none at all, has no manifest', (t) => {
  const folder = createFolder(t);
  for (const place of [folder, join(folder, 'nowhere')]) {
    assert.equal(readManifest(place), undefined);
    assert.equal(hasManifest(place), false);
  }
  mkdirSync(join(folder, 'manifest.json'));
  assert.equal(readManifest(folder), undefined);
  assert.equal(hasManifest(folder), false);
});
