import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '#artifacts/manifest.ts';
import { findReleases } from '../../../sidecar/release/find-release.ts';
import { createFolder } from '../../support/content-folder.ts';

const MANIFEST: Manifest = {
  manifestVersion: 1,
  ordinal: 7,
  key: { content: 'a', baseUrl: 'http://reviews.test', code: 'b' },
  entries: [],
};
const anyKey = () => true;

function folderWith(test: Parameters<typeof createFolder>[0], manifest: unknown): string {
  const folder = createFolder(test);
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
  return folder;
}

/** The folders of the releases that are found among some. */
function foundIn(folders: readonly string[], accepts: Parameters<typeof findReleases>[1] = anyKey) {
  return findReleases(folders, accepts).map(({ folder }) => folder);
}

test('releases are found newest first, in whatever folder', (t) => {
  const [old = '', recent = ''] = [7, 8].map((ordinal) => folderWith(t, { ...MANIFEST, ordinal }));
  assert.deepEqual(foundIn([old, recent]), [recent, old]);
  assert.deepEqual(foundIn([recent, old]), [recent, old]);
});

test('a release with another key is passed over', (t) => {
  const other = { ...MANIFEST, ordinal: 9, key: { ...MANIFEST.key, content: 'x' } };
  const [mine, newer] = [folderWith(t, MANIFEST), folderWith(t, other)];
  assert.deepEqual(
    foundIn([newer, mine], ({ content }) => content === 'a'),
    [mine],
  );
  assert.deepEqual(
    foundIn([newer, mine], () => false),
    [],
  );
});

test('what is no manifest of this version is passed over', (t) => {
  const folders = [
    createFolder(t),
    join(createFolder(t), 'missing'),
    folderWith(t, ''),
    folderWith(t, '{'),
    folderWith(t, 'null'),
    folderWith(t, { ...MANIFEST, manifestVersion: 2 }),
    folderWith(t, { ...MANIFEST, ordinal: 0 }),
    folderWith(t, { ...MANIFEST, more: true }),
  ];
  assert.deepEqual(foundIn(folders), []);
});
