import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFlatMapper } from '#dataset/lists/flat-mapper.ts';
import { anyListHistory, listOf } from './any-list-edit.ts';

type Item = { readonly number: number };

test('the results are those of flatMap, and an item that stays keeps its own', () => {
  fc.assert(
    fc.property(anyListHistory, (lists) => {
      // Of every fourth item there is no result, of every third there are two.
      const results = new Map<Item, { readonly of: Item }[]>();
      let last: readonly Item[] = [];
      const derived: Item[] = [];
      const map = createFlatMapper((item: Item) => {
        derived.push(item);
        const count = item.number % 4 === 0 ? 0 : item.number % 3 === 0 ? 2 : 1;
        const own = Array.from({ length: count }, () => ({ of: item }));
        results.set(item, own);
        return own;
      });
      for (const items of lists) {
        derived.length = 0;
        const mapped = map(items);
        const expected = items.flatMap((item) => results.get(item) ?? []);
        assert.equal(mapped.length, expected.length);
        for (const [index, result] of mapped.entries()) assert.equal(result, expected[index]);
        assert.ok(derived.every((item) => !last.includes(item)));
        last = items;
      }
    }),
  );
});

test('what is derived may depend on where the item stands', () => {
  const map = createFlatMapper((item: Item, index) => [`${item.number} at ${index}`]);
  const items = listOf(3);
  assert.deepEqual(map(items), ['0 at 0', '1 at 1', '2 at 2']);
  assert.deepEqual(map(items.toSpliced(1, 0, { number: 9 })), [
    '0 at 0',
    '9 at 1',
    '1 at 1',
    '2 at 2',
  ]);
});

test('the same items give the same list of results', () => {
  const map = createFlatMapper((item: Item) => [item.number]);
  const items = listOf(3);
  assert.equal(map(items), map([...items]));
});

test('more runs than fit on the stack are joined all the same', () => {
  const map = createFlatMapper((item: Item) => [item.number]);
  const items = listOf(300_000);
  map(items);
  const edited = items.map((item) => (item.number % 2 === 0 ? item : { number: -item.number }));
  assert.deepEqual(
    map(edited),
    edited.map(({ number }) => number),
  );
});
