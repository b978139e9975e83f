import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FORMAT,
  hasManifest,
  lastModifiedOf,
  Manifest,
  type ManifestEntry,
  newestManifest,
  nextOrdinal,
  readManifest,
  writeManifest,
} from '#release/manifest.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';

const ENTRY: ManifestEntry = {
  path: '/reviews.json',
  file: 'reviews.json',
  mediaType: 'application/json',
  lastModified: '2026-10-03T12:00:00.000Z',
  variants: { identity: { etag: '"same"', bytes: 900 }, br: { etag: '"b"', bytes: 300 } },
};
const MANIFEST: Manifest = {
  format: FORMAT,
  version: '0.1.0',
  ordinal: 1_790_000_000_000,
  key: { content: 'a', baseUrl: 'https://reviews.example', code: 'b' },
  removed: ['gone-1'],
  dataset: '"d"',
  entries: [ENTRY],
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

for (const [what, broken] of [
  ['nothing', ''],
  ['broken JSON', `{"format":${FORMAT},`],
  ['no object', '[]'],
  ['an unknown member', { more: 1 }],
  ['a missing member', { key: undefined }],
  ['no ordinal', { ordinal: undefined }],
  ['an ordinal of 0', { ordinal: 0 }],
  ['a weak tag', { entries: [{ ...ENTRY, variants: { identity: { etag: 'W/"a"', bytes: 1 } } }] }],
  ['an invalid path', { entries: [{ ...ENTRY, path: 'reviews.json' }] }],
  ['no identity', { entries: [{ ...ENTRY, variants: {} }] }],
] as const) {
  test(`a manifest with ${what} is none`, (t) => {
    const text = typeof broken === 'string' ? broken : JSON.stringify({ ...MANIFEST, ...broken });
    assert.equal(readManifest(createContentFolder(t, { 'manifest.json': text })), undefined);
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

const at = (time: string) => new Date(`2026-10-03T${time}Z`);

test('an ordinal is always higher than the one before, even where the clock went back', () => {
  const now = at('12:00:00').getTime();
  assert.equal(nextOrdinal(now - 10, new Date(now)), now);
  assert.equal(nextOrdinal(now, new Date(now)), now + 1);
  assert.equal(nextOrdinal(now + 5000, new Date(now)), now + 5001);
});

test('Last-Modified is kept while the bytes are the same', () => {
  assert.equal(lastModifiedOf('"same"', ENTRY, at('15:00:00')), ENTRY.lastModified);
});

for (const [what, now, expected] of [
  ['it is the time of the build, in whole seconds', '15:00:00.999', '15:00:00'],
  ['in the same second it is a second later', '12:00:00.999', '12:00:01'],
  ['a second later it is that second', '12:00:01.000', '12:00:01'],
  ['of a clock that went back it is still a second later', '09:00:00.000', '12:00:01'],
] as const) {
  test(`when the bytes changed, ${what}`, () => {
    assert.equal(lastModifiedOf('"other"', ENTRY, at(now)), at(expected).toISOString());
  });
}

test('three changes within a second have three dates of HTTP', () => {
  let entry = ENTRY;
  const dates = ['"a"', '"b"', '"c"'].map((etag) => {
    const lastModified = lastModifiedOf(etag, entry, at('12:00:00.100'));
    entry = { ...entry, lastModified, variants: { identity: { etag, bytes: 1 } } };
    return new Date(lastModified).toUTCString();
  });
  assert.deepEqual(dates, [
    'Sat, 03 Oct 2026 12:00:01 GMT',
    'Sat, 03 Oct 2026 12:00:02 GMT',
    'Sat, 03 Oct 2026 12:00:03 GMT',
  ]);
});

test('a later change has a later date, in whole seconds, that a manifest holds', () => {
  const clock = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(clock, clock, (first, second) => {
      const lastModified = lastModifiedOf('"a"', undefined, first);
      const entry = { ...ENTRY, lastModified };
      const next = lastModifiedOf('"b"', entry, second);
      assert.ok(Manifest.safeParse({ ...MANIFEST, entries: [entry] }).success);
      assert.ok(Date.parse(next) >= Date.parse(lastModified) + 1000);
      assert.equal(Date.parse(next) % 1000, 0);
    }),
  );
});
