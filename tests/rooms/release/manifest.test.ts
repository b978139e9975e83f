import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  FORMAT,
  lastModifiedOf,
  type Manifest,
  type ManifestEntry,
  nextOrdinal,
  readManifest,
} from '#release/manifest.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { NEW_LOG, RELEASE_KEY } from '../../support/release.ts';

const ENTRY: ManifestEntry = {
  path: '/reviews.json',
  file: 'reviews.json',
  mediaType: 'application/json',
  lastModified: '2026-10-03T12:00:00.000Z',
  variants: { identity: { etag: '"same"', bytes: 900 }, br: { etag: '"b"', bytes: 300 } },
};
const MANIFEST: Manifest = {
  format: FORMAT,
  version: '1.0.0',
  ordinal: 1_790_000_000_000,
  key: RELEASE_KEY,
  removed: ['gone-1'],
  vanished: ['/archive/2019/'],
  dataset: '"d"',
  entries: [ENTRY],
  log: NEW_LOG,
};

/** A folder with a manifest.json, as text or as what is written in it. */
function folderOf(t: TestContext, written: unknown): string {
  const text = typeof written === 'string' ? written : JSON.stringify(written);
  return createContentFolder(t, { 'manifest.json': text });
}

for (const [what, broken] of [
  ['nothing', ''],
  ['broken JSON', `{"format":${FORMAT},`],
  ['no dataset', { dataset: undefined }],
  ['no change log', { log: undefined }],
  ['another change log', { log: { ...NEW_LOG, id: 'x' } }],
  ['a weak tag', { entries: [{ ...ENTRY, variants: { identity: { etag: 'W/"a"', bytes: 1 } } }] }],
  ['no identity', { entries: [{ ...ENTRY, variants: {} }] }],
] as const) {
  test(`a manifest with ${what} is not read`, (t) => {
    const written = typeof broken === 'string' ? broken : { ...MANIFEST, ...broken };
    assert.equal(readManifest(folderOf(t, written)), undefined);
  });
}

test('of another format what every format has is read, and the entries that this one knows', (t) => {
  const other = { ...MANIFEST, format: FORMAT + 1, version: '2.0.0' };
  const entries = [ENTRY, { path: '/new.json', shape: 'another' }];
  const folder = folderOf(t, { ...other, entries, more: [] });
  assert.deepEqual(readManifest(folder), other);
});

test('a folder without a manifest of ours has none, so that nobody loses a folder', (t) => {
  const others = ['{"name":"My app","manifest_version":3}', '{"format":"1"}', '7'];
  const folder = createFolder(t);
  mkdirSync(join(folder, 'a/manifest.json'), { recursive: true });
  const places = [folder, join(folder, 'nowhere'), join(folder, 'a')];
  for (const place of [...places, ...others.map((text) => folderOf(t, text))]) {
    assert.equal(readManifest(place), undefined);
  }
});

const at = (time: string) => new Date(`2026-10-03T${time}Z`);

test('an ordinal is a second higher than the one before at least, even where the clock went back', () => {
  const now = at('12:00:00').getTime();
  for (const [previous, next] of [
    [undefined, now],
    [now - 1000, now],
    [now, now + 1000],
    [now + 5000, now + 6000],
  ]) {
    assert.equal(nextOrdinal(previous, new Date(now)), next);
  }
});

test('Last-Modified stays while the bytes do; else it is the build’s, and later than before', () => {
  for (const [etag, now, expected] of [
    ['"same"', '15:00:00', '12:00:00'],
    ['"other"', '15:00:00.999', '15:00:00'],
    ['"other"', '12:00:00.999', '12:00:01'],
    ['"other"', '09:00:00.000', '12:00:01'],
  ] as const) {
    assert.equal(lastModifiedOf(etag, ENTRY, at(now)), at(expected).toISOString());
  }
});
