import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '#artifacts/manifest.ts';
import {
  hasManifest,
  newestManifest,
  PUBLIC_FOLDER,
  readManifest,
  writeManifest,
  writeStoredDataset,
} from '#release/manifest-file.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';

const MANIFEST: Manifest = {
  manifestVersion: 1,
  ordinal: 1_790_000_000_000,
  key: { content: 'a', baseUrl: 'https://reviews.example', code: 'b' },
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
  assert.equal(newestManifest(folders.map(readManifest))?.ordinal, 9);
  assert.equal(newestManifest(folders.slice(3).map(readManifest)), undefined);
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
  ['broken JSON', '{"manifestVersion":1,'],
  ['no object', '[]'],
  ['an unknown member', JSON.stringify({ ...MANIFEST, more: 1 })],
  ['a missing member', JSON.stringify({ ...MANIFEST, key: undefined })],
] as const) {
  test(`a manifest of ${what} is none`, (t) => {
    const folder = createContentFolder(t, { 'manifest.json': text });
    assert.equal(readManifest(folder), undefined);
  });
}

test('a manifest of another version is not read, but is one', (t) => {
  const text = JSON.stringify({ ...MANIFEST, manifestVersion: 2, more: [] });
  const folder = createContentFolder(t, { 'manifest.json': text });
  assert.equal(readManifest(folder), undefined);
  assert.equal(hasManifest(folder), true);
});

test('a manifest.json of somebody else is none, so that nobody loses a folder', (t) => {
  for (const text of ['{"name":"My app","manifest_version":3}', '{"manifestVersion":"1"}', '7']) {
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
