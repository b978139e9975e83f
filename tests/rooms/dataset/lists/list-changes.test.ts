import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listChanges } from '#dataset/lists/list-changes.ts';
import { anyListEdit, listOf } from './any-list-edit.ts';

test('between the changes stand the same items, and the changes hold the rest', () => {
  fc.assert(
    fc.property(anyListEdit, ({ before, after }) => {
      let [from, to] = [0, 0];
      const ends = { beforeStart: before.length, afterStart: after.length };
      for (const { beforeStart, afterStart, ...change } of [
        ...listChanges(before, after),
        { ...ends, beforeEnd: before.length, afterEnd: after.length },
      ]) {
        assert.deepEqual(before.slice(from, beforeStart), after.slice(to, afterStart));
        for (const [index, item] of before.slice(from, beforeStart).entries()) {
          assert.equal(item, after[to + index]);
        }
        assert.ok(change.beforeEnd >= beforeStart && change.afterEnd >= afterStart);
        [from, to] = [change.beforeEnd, change.afterEnd];
      }
      assert.deepEqual([from, to], [before.length, after.length]);
    }),
  );
});

const items = listOf(200_000);
const other = { number: -1 };

for (const [what, after, change] of [
  ['nothing', items, []],
  ['a replaced item', items.with(150_000, other), [[150_000, 150_001, 150_000, 150_001]]],
  ['a new item', items.toSpliced(7, 0, other), [[7, 7, 7, 8]]],
  ['an item that is gone', items.toSpliced(199_999, 1), [[199_999, 200_000, 199_999, 199_999]]],
  ['a long run that is gone', items.toSpliced(9, 90_000), [[9, 90_009, 9, 9]]],
  ['a long run that came', items.toSpliced(9, 0, ...listOf(50)), [[9, 9, 9, 59]]],
  ['a run that was replaced', items.toSpliced(9, 50, ...listOf(50)), [[9, 59, 9, 59]]],
  [
    'edits far apart',
    items.with(3, other).toSpliced(100_000, 1).toSpliced(180_000, 0, { number: -2 }),
    [
      [3, 4, 3, 4],
      [100_000, 100_001, 100_000, 100_000],
      [180_001, 180_001, 180_000, 180_001],
    ],
  ],
] as const) {
  test(`the change is as small as ${what}`, () => {
    assert.deepEqual(
      listChanges(items, after).map((one) => Object.values(one)),
      change,
    );
  });
}

test('lists that share nothing are one change', () => {
  assert.deepEqual(listChanges(listOf(3), listOf(2)), [
    { beforeStart: 0, beforeEnd: 3, afterStart: 0, afterEnd: 2 },
  ]);
  assert.deepEqual(listChanges([], []), []);
});
