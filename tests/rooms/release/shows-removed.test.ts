import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMAT } from '#release/manifest.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import { showsRemoved } from '../../../sidecar/release/shows-removed.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { createFailingDisk } from '../dataset/failing-disk.ts';

const { manifest, encoded } = await makeRelease();
const LOADED: ReleaseOnDisk = { manifest, files: encoded, dataset: undefined };
const OTHER: ReleaseOnDisk = {
  ...LOADED,
  manifest: { ...manifest, removed: [], format: FORMAT + 1 },
  files: encoded.filter(({ entry }) => entry.path === '/feed.xml'),
};
const KNOWN = { ...OTHER, manifest: { ...OTHER.manifest, removed: ['review-a'] } };
const removal = (id: string) => `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`;

for (const [what, release, removals, expected] of [
  ['a review that the release shows', LOADED, removal('review-a'), true],
  ['a review that was never published', LOADED, removal('review-x'), false],
  ['a review that the release knows as removed', LOADED, removal('gone-2026'), false],
  ['the beginning of an id', LOADED, removal('review'), false],
  ['nothing', LOADED, '', false],
  ['an id anywhere in files of another format', OTHER, removal('review-a'), true],
  ['an id nowhere in them', OTHER, removal('review-x'), false],
  ['an id that their manifest knows', KNOWN, removal('review-a'), false],
] as const) {
  test(`removed.yaml that names ${what}: ${expected ? 'withheld' : 'served'}`, (t) => {
    const contentDir = createContentFolder(t, { 'removed.yaml': removals });
    assert.equal(showsRemoved(release, { contentDir, watch: 'content' }), expected);
    assert.equal(showsRemoved(release, { contentDir, watch: 'release' }), false);
  });
}

test('a missing removed.yaml withholds nothing, and one that the system cannot read everything', (t) => {
  for (const contentDir of [createContentFolder(t, {}), '/no/such/folder']) {
    assert.equal(showsRemoved(LOADED, { contentDir, watch: 'off' }), false);
  }
  const contentDir = createContentFolder(t, { 'removed.yaml': '' });
  for (const [code, expected] of [
    ['EIO', true],
    ['EMFILE', true],
    ['EACCES', false],
  ] as const) {
    const { disk } = createFailingDisk(1, code);
    assert.equal(showsRemoved(LOADED, { contentDir, watch: 'content' }, disk), expected, code);
  }
});
