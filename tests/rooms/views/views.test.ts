import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveFeedPaths } from '#views/feed-archive.ts';
import { imagePaths } from '#views/og-images.ts';
import { type ViewTools, viewAt, viewPaths } from '#views/views.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const release = sourceOf(AWKWARD);

test('there is a view at every path that is listed, once', async () => {
  const paths = [...viewPaths(release)];
  assert.equal(new Set(paths).size, paths.length);
  const beside = [...imagePaths(release), ...archiveFeedPaths(release)];
  assert.equal(paths.length, 7 + beside.length + 2 * AWKWARD.reviews.length);
  const tools: ViewTools = {
    rasterize: async (svg) => Buffer.from(svg),
    formats: async () => [{ path: '/reviews.csv', bytes: 5, sha256: 'ab'.repeat(32) }],
  };
  for (const path of paths) {
    const view = viewAt(path, release);
    assert.ok(view !== undefined && view !== 'gone', path);
    assert.ok((await view.make(release, tools)).length > 0, path);
  }
});
