import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cacheTags,
  formatHttpDate,
  messageDate,
  parseHttpDate,
} from '../../../sidecar/http/headers.ts';

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
  // Two digits are a year between 1970 and 2069.
  ['Thursday, 01-Jan-70 00:00:00 GMT', '1970-01-01T00:00:00Z'],
  ['Tuesday, 01-Jan-69 00:00:00 GMT', '2069-01-01T00:00:00Z'],
  ['Sat, 06 Nov 0094 08:49:37 GMT', '0094-11-06T08:49:37Z'],
  // A leap second.
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
  [undefined, undefined],
  ['', undefined],
  ['1994-11-06T08:49:37Z', undefined],
  ['Sun, 06 Nov 1994 08:49:37 +0000', undefined],
  ['Sun, 6 Nov 1994 08:49:37 GMT', undefined],
  ['Sun, 06 nov 1994 08:49:37 GMT', undefined],
  ['Sun, 31 Feb 1994 08:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 24:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:60:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:49:61 GMT', undefined],
  ['Sun, 06 Nov 0094 08:49:37 GMT; x', undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${instant ?? 'no HTTP-date'}`, () => {
    assert.equal(parseHttpDate(text), instant && Date.parse(instant));
  });
}

test('the date of a message is that of its second, also after the clock went back', () => {
  const instant = Date.parse(INSTANT);
  for (const now of [instant, instant + 999, instant + 1000, instant, instant - 1, 0]) {
    const time = Math.floor(now / 1000) * 1000;
    assert.deepEqual(messageDate(now), { time, text: formatHttpDate(time) });
  }
});
