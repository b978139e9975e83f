import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
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
type Lifetime = Parameters<typeof createFolder>[0];

function outDirWith(test: Lifetime, manifest: unknown): string {
  const folder = createFolder(test);
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
  return folder;
}

function stateDirWith(test: Lifetime, ...names: string[]): string {
  const folder = createFolder(test);
  mkdirSync(join(folder, 'releases'));
  for (const name of names) writeFileSync(join(folder, 'releases', name), '');
  return folder;
}

test('a build and the packs of the sidecar are found together, newest first', (t) => {
  const outDir = outDirWith(t, MANIFEST);
  const stateDir = stateDirWith(t, 'data-6.pack', 'data-8.pack', 'pages-9.pack');
  const pack = (name: string) => join(stateDir, 'releases', name);
  assert.deepEqual(findReleases({ outDir, stateDir }, anyKey), [
    { kind: 'pack', path: pack('data-8.pack'), ordinal: 8 },
    { kind: 'folder', path: outDir, ordinal: 7 },
    { kind: 'pack', path: pack('data-6.pack'), ordinal: 6 },
  ]);
});

test('a build with another key is passed over', (t) => {
  const outDir = outDirWith(t, MANIFEST);
  const places = { outDir, stateDir: join(outDir, 'missing') };
  assert.equal(findReleases(places, ({ content }) => content === 'a').length, 1);
  assert.deepEqual(
    findReleases(places, ({ content }) => content === 'x'),
    [],
  );
});

test('what is no manifest of this version and no whole pack is passed over', (t) => {
  const stateDir = stateDirWith(t, 'data-5.pack.building-1', 'data-x.pack', 'work', 'notes.txt');
  for (const manifest of [
    '',
    '{',
    'null',
    { ...MANIFEST, manifestVersion: 2 },
    { ...MANIFEST, ordinal: 0 },
    { ...MANIFEST, more: true },
  ]) {
    const outDir = outDirWith(t, manifest);
    assert.deepEqual(findReleases({ outDir, stateDir }, anyKey), []);
  }
  const outDir = join(stateDir, 'missing');
  assert.deepEqual(findReleases({ outDir, stateDir }, anyKey), []);
});
