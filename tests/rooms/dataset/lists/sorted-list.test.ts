import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSorter, placeFor, replaceSorted } from '#dataset/lists/sorted-list.ts';
import { anyListHistory } from './any-list-edit.ts';

type Item = { readonly number: number };

const descending = (a: Item, b: Item) => b.number - a.number;
const numbers = fc.uniqueArray(fc.nat(60), { maxLength: 30 });
const itemsOf = (some: readonly number[]) => some.map((number) => ({ number }));

test('one list after another is sorted', () => {
  fc.assert(
    fc.property(anyListHistory, (lists) => {
      const sort = createSorter(descending);
      for (const items of lists) {
        const sorted = sort(items);
        assert.deepEqual(sorted, items.toSorted(descending));
        assert.deepEqual(new Set(sorted), new Set(items));
      }
    }),
  );
});

test('items are taken out and put in, also equal ones in each other’s place', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.nat(30), (old, fresh, kept) => {
      const sorted = itemsOf(old).sort(descending);
      const gone = sorted.slice(kept);
      const stays = new Set(sorted.slice(0, kept).map(({ number }) => number));
      const come = itemsOf(fresh.filter((number) => !stays.has(number)));
      const replaced = replaceSorted(sorted, gone, come, descending);
      assert.deepEqual(replaced, [...sorted.slice(0, kept), ...come].sort(descending));
      assert.ok(come.every((item) => replaced.includes(item)));
      assert.ok(gone.every((item) => !replaced.includes(item)));
    }),
  );
});

test('without edits the list is the same', () => {
  const sorted = itemsOf([3, 2, 1]);
  assert.equal(replaceSorted(sorted, [], [], descending), sorted);
});

test('the place for an item is before those that come after it, or are equal', () => {
  const sorted = itemsOf([9, 7, 5]);
  const places = [10, 9, 8, 5, 1].map((number) => placeFor(sorted, { number }, descending));
  assert.deepEqual(places, [0, 0, 1, 2, 3]);
});
