import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addAll, applyEdit, editSorted, joinEdits, NO_EDIT } from '#dataset/edits/list-edit.ts';
import { SerialQueue } from '../../../sidecar/serial-queue.ts';
import { editBetween } from '../../support/reviews.ts';

type Item = { readonly number: number };
const descending = (a: Item, b: Item) => b.number - a.number;
const itemsOf = (numbers: readonly number[]): Item[] => numbers.map((number) => ({ number }));
const identity = (item: Item) => item;

/** Sorted lists, each with some items of the one before, and others, also in their places. */
const anyHistory = fc
  .array(
    fc.record({
      kept: fc.infiniteStream(fc.boolean()),
      numbers: fc.uniqueArray(fc.nat(60), { maxLength: 30 }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .map((steps) => {
    const lists: (readonly Item[])[] = [];
    for (const { kept, numbers } of steps) {
      const stay = (lists.at(-1) ?? []).filter(() => kept.next().value);
      const taken = new Set(stay.map(({ number }) => number));
      const added = itemsOf(numbers.filter((number) => !taken.has(number)));
      lists.push([...stay, ...added].sort(descending));
    }
    return lists;
  });

test('a sorted list is edited, and what is known of its items follows, new ones alone seen', () => {
  fc.assert(
    fc.property(anyHistory, ([before = [], after = []]) => {
      const added = after.filter((item) => !before.includes(item));
      const removed = before.filter((item) => !after.includes(item));
      const { list, edit } = editSorted(before, { removed, added: added.toReversed() }, descending);
      assert.ok(list.every((item, place) => item === after[place]));
      assert.equal(list.length, after.length);
      assert.deepEqual(edit, editBetween(before, after));
      const seen: Item[] = [];
      const known = applyEdit(
        before.map(({ number }) => `${number}`),
        edit,
        (item, position) => {
          assert.equal(after[position], item);
          seen.push(item);
          return `${item.number}`;
        },
      );
      assert.deepEqual(
        known,
        after.map(({ number }) => `${number}`),
      );
      assert.deepEqual(seen, added);
    }),
  );
});

test('edits that are joined do what they do one after another', () => {
  fc.assert(
    fc.property(anyHistory, (lists) => {
      const [first = []] = lists;
      let joined = editBetween(first, first);
      for (const [index, list] of lists.entries()) {
        const edit = joinEdits(joined, editBetween(lists[index - 1] ?? first, list));
        assert.ok(edit !== 'everything');
        joined = edit;
        const applied = applyEdit(first, joined, identity);
        assert.ok(list.length === applied.length && list.every((one, at) => one === applied[at]));
        assert.ok(joined.removed.every(({ item, position }) => first[position] === item));
      }
    }),
  );
  assert.equal(joinEdits('everything', NO_EDIT), 'everything');
  assert.equal(joinEdits(NO_EDIT, 'everything'), 'everything');
});

test('without edits a list is the same, and many scattered ones are made at once', () => {
  const sorted = itemsOf([3, 2, 1]);
  assert.equal(editSorted(sorted, { removed: [], added: [] }, descending).list, sorted);
  const even = itemsOf(Array.from({ length: 5_000 }, (_, index) => 2 * (5_000 - index)));
  const odd = even.map(({ number }) => ({ number: number - 1 }));
  const { list } = editSorted(even, { removed: [], added: odd }, descending);
  assert.deepEqual(list, [...even, ...odd].sort(descending));
  assert.deepEqual(applyEdit([], addAll(odd), identity), odd);
});

test('queued tasks run one after another, also after a failure, and are counted', async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const run = (name: string, fails = false) =>
    queue.run(async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const tasks = [run('a'), run('b', true), run('c')];
  assert.equal(queue.length, 3);
  const results = await Promise.allSettled(tasks);
  assert.equal(results.map(({ status }) => status).join(), 'fulfilled,rejected,fulfilled');
  const expected = ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]);
  assert.deepEqual(events, expected);
  assert.equal(queue.length, 0);
});
