import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
import { anyListHistory, listOf } from './any-list-edit.ts';

type Item = { readonly number: number };

test('what is counted is what stands in the list', () => {
  fc.assert(
    fc.property(anyListHistory, (lists) => {
      const counted = new Set<Item>();
      const keep = createTallyKeeper<Item>({
        add: (item) => counted.add(item),
        remove: (item) => counted.delete(item),
      });
      for (const items of lists) {
        keep(items);
        assert.deepEqual(counted, new Set(items));
      }
    }),
  );
});

test('what stays is not looked at', () => {
  const seen: number[] = [];
  const keep = createTallyKeeper<Item>({
    add: ({ number }) => seen.push(number),
    remove: ({ number }) => seen.push(-number),
  });
  const items = listOf(1000);
  keep(items);
  seen.length = 0;
  keep(items.with(500, { number: 7 }));
  assert.deepEqual(seen, [-500, 7]);
});
