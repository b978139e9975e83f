import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatest } from '#dataset/latest.ts';

test('it is made again only for another key', () => {
  const latest = createLatest<string, object>();
  const first = latest('a', () => ({}));
  assert.equal(
    latest('a', () => assert.fail('it is remembered')),
    first,
  );
  const second = latest('b', () => ({}));
  assert.notEqual(second, first);
  assert.notEqual(
    latest('a', () => ({})),
    first,
  );
});
