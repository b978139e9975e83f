import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheTags, MAX_NAMED } from '../../../sidecar/http/cache-tags.ts';

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `review-${index}`);

test('an answer that shows no review has no tags', () => {
  assert.deepEqual(cacheTags([]), []);
});

test('each review that is shown is named, as each kind of cache reads it', () => {
  assert.deepEqual(cacheTags(['anna', 'zoey']), [
    'Cache-Tag',
    'r-anna,r-zoey',
    'Surrogate-Key',
    'r-anna r-zoey',
  ]);
});

test('50 reviews are named', () => {
  assert.equal(MAX_NAMED, 50);
  const [, commas = '', , blanks = ''] = cacheTags(idsOf(50));
  const tags = idsOf(50).map((id) => `r-${id}`);
  assert.deepEqual(commas.split(','), tags);
  assert.deepEqual(blanks.split(' '), tags);
  // The longest ids there are: caches take 16 kB of them.
  const longest = cacheTags(idsOf(50).map((id) => id.padEnd(64, 'x')));
  assert.ok((longest[1] ?? '').length < 8192);
});

test('51 reviews are all reviews', () => {
  assert.deepEqual(cacheTags(idsOf(51)), ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews']);
});
