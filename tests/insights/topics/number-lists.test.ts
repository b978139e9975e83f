import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberLists } from '#insights/topics/number-lists.ts';

test('lists stand one behind another, and stay when room is made for more', () => {
  const lists = new NumberLists();
  const places = Array.from({ length: 1500 }, (_, index) => lists.add(new Set([index, 7000])));
  assert.equal(lists.length, 3000);
  for (const [index, { start, end }] of places.entries()) {
    assert.deepEqual([...lists.numbers.subarray(start, end)], [index, 7000]);
  }
  assert.deepEqual(lists.add(new Set()), { start: 3000, end: 3000 });
});
