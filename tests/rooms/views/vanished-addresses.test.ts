import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVanishedAddresses, MAX_VANISHED_ADDRESSES } from '#views/vanished-addresses.ts';

test('of the addresses that vanished, those that did last are known, each once', () => {
  const many = Array.from(
    { length: MAX_VANISHED_ADDRESSES + 5 },
    (_, index) => `/people/nobody-${index}/`,
  );
  const found = findVanishedAddresses(
    ['/new/', '/there/', ...many, '/new/'],
    ['/there/', '/other/'],
  );
  assert.deepEqual(found, ['/new/', ...many.slice(0, MAX_VANISHED_ADDRESSES - 1)]);
});
