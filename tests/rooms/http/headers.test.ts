import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheTags, parseHttpDate } from '../../../sidecar/http/headers.ts';

// The requests M7 of tests/contract show which types are accepted.

test('up to 50 reviews that are shown are named, as each kind of cache reads it', () => {
  // The longest ids there are: caches take 16 kB of them.
  const ids = Array.from({ length: 50 }, (_, index) => `review-${index}`.padEnd(64, 'x'));
  const tags = ids.map((id) => `r-${id}`);
  const named = ['Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
  assert.deepEqual(cacheTags(ids), named);
  assert.ok(tags.join(',').length < 8192);
  const all = ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews'];
  assert.deepEqual(cacheTags([...ids, 'one-more']), all);
  assert.deepEqual(cacheTags([]), []);
});

const INSTANT = '1994-11-06T08:49:37Z';

/** HTTP-dates, with what they mean; undefined where they are none. */
for (const [text, instant] of [
  ['Sun, 06 Nov 1994 08:49:37 GMT', INSTANT],
  ['Sunday, 06-Nov-94 08:49:37 GMT', INSTANT],
  ['Sun Nov  6 08:49:37 1994', INSTANT],
  ['Thursday, 01-Jan-70 00:00:00 GMT', '1970-01-01T00:00:00Z'],
  [undefined, undefined],
  ['', undefined],
  ['1994-11-06T08:49:37Z', undefined],
  ['Sun, 06 Nov 1994 08:49:37 +0000', undefined],
  ['Sun, 6 Nov 1994 08:49:37 GMT', undefined],
  ['Sun, 06 nov 1994 08:49:37 GMT', undefined],
  ['Sun, 31 Feb 1994 08:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 24:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:60:37 GMT', undefined],
  ['Sun, 06 Nov 0094 08:49:37 GMT; x', undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${instant ?? 'no HTTP-date'}`, () => {
    assert.equal(parseHttpDate(text), instant && Date.parse(instant));
  });
}
