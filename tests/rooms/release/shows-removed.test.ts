import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMAT } from '#release/manifest.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import { showsRemoved } from '../../../sidecar/release/shows-removed.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { createFailingDisk } from '../../support/failing-disk.ts';
import { makeRelease } from '../../support/release.ts';

const { manifest, encoded } = await makeRelease();
const loaded: ReleaseOnDisk = { manifest, files: encoded, dataset: undefined };
const removal = (id: string) => `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`;

for (const [what, text, expected] of [
  ['a review that the release shows', removal('review-a'), true],
  ['a review that was never published', removal('review-x'), false],
  ['a review that the release knows as removed', removal('gone-2026'), false],
  ['the beginning of an id', removal('review'), false],
  ['nothing', '', false],
] as const) {
  test(`removed.yaml that names ${what}: ${expected ? 'held back' : 'served'}`, (t) => {
    const contentDir = createContentFolder(t, { 'removed.yaml': text });
    assert.equal(showsRemoved(loaded, { contentDir, watch: 'content' }), expected);
    assert.equal(showsRemoved(loaded, { contentDir, watch: 'release' }), false);
  });
}

test('a folder without removed.yaml, or no folder, holds nothing back', (t) => {
  const contentDir = createContentFolder(t, {});
  assert.equal(showsRemoved(loaded, { contentDir, watch: 'off' }), false);
  assert.equal(showsRemoved(loaded, { contentDir: '/no/such/folder', watch: 'off' }), false);
});

test('where the system fails, what may be removed is held back', (t) => {
  const contentDir = createContentFolder(t, { 'removed.yaml': '' });
  for (const [code, expected] of [
    ['EIO', true],
    ['EMFILE', true],
    ['EACCES', false],
  ] as const) {
    const { disk } = createFailingDisk(1, code);
    assert.equal(showsRemoved(loaded, { contentDir, watch: 'content' }, disk), expected, code);
  }
});

test('of files in another format the id anywhere is taken for the review', (t) => {
  const files = encoded.filter(({ entry }) => entry.path === '/feed.xml');
  const { removed: _, ...rest } = manifest;
  const other = { ...loaded, manifest: { ...rest, format: FORMAT + 1 }, files };
  for (const [id, expected] of [
    ['review-a', true],
    ['review-x', false],
  ] as const) {
    const contentDir = createContentFolder(t, { 'removed.yaml': removal(id) });
    assert.equal(showsRemoved(other, { contentDir, watch: 'content' }), expected);
    const known = { ...other, manifest: { ...other.manifest, removed: [id] } };
    assert.equal(showsRemoved(known, { contentDir, watch: 'content' }), false);
  }
});
