import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counts } from '#dataset/counts.ts';

test('a key occurs as often as it came and did not go', () => {
  const counts = new Counts<string>();
  for (const key of ['a', 'b', 'a', 'a']) counts.add(key);
  counts.remove('a');
  assert.deepEqual([counts.of('a'), counts.of('b'), counts.of('c'), counts.size], [2, 1, 0, 2]);
});

test('a key that does not occur is not held', () => {
  const counts = new Counts<string>();
  counts.add('a');
  counts.remove('a');
  assert.deepEqual([[...counts.keys()], counts.size, counts.of('a')], [[], 0, 0]);
});
