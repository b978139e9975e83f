import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsIn, pageLagOf } from '../../../sidecar/release/page-lag.ts';
import { NO_LAG } from '../../../sidecar/release/release-files.ts';
import { makeRelease } from '../../support/release.ts';

test('pages that show just what is published do not lag', () => {
  assert.equal(pageLagOf(new Set(['a', 'b']), ['b', 'a']), NO_LAG);
  assert.equal(pageLagOf(new Set(), []), NO_LAG);
});

test('a review without a page is pending, a page without a review shows what was withdrawn', () => {
  const shown = new Set(['a', 'b', 'c']);
  assert.deepEqual(pageLagOf(shown, ['a', 'b', 'c', 'd']), { withdrawn: [], pending: ['d'] });
  assert.deepEqual(pageLagOf(shown, ['a', 'c']), { withdrawn: ['b'], pending: [] });
  // As many as before, but not the same.
  assert.deepEqual(pageLagOf(shown, ['a', 'c', 'd']), { withdrawn: ['b'], pending: ['d'] });
});

test('the ids of a corpus are those of its reviews', async () => {
  const { release, dataset } = await makeRelease();
  assert.deepEqual(
    idsIn(release.corpus),
    dataset.reviews.map(({ id }) => id),
  );
});
