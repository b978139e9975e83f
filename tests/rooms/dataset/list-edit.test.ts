import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addAll,
  applyEdit,
  editSorted,
  joinEdits,
  NO_EDIT,
  PendingEdit,
} from '#dataset/edits/list-edit.ts';
import { memoize, memoizeAsync } from '#dataset/edits/memoize.ts';
import { SerialQueue } from '#dataset/serial-queue.ts';
import { retainedMemory } from '../../support/measure.ts';
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

test('a pending edit holds nothing that was added and removed again', () => {
  const [a = {}, b = {}, c = {}] = [{}, {}, {}];
  const pending = new PendingEdit<object>();
  pending.remove(a);
  pending.add(b);
  pending.remove(b);
  pending.add(c);
  pending.remove(c);
  pending.add(c);
  assert.deepEqual(pending.take(), { removed: [a], added: [c] });
  pending.remove(c);
  pending.add(c);
  assert.deepEqual(pending.take(), { removed: [], added: [] });
});

test('what is remembered of an object is not kept longer than the object', async () => {
  const derive = memoize((subject: { readonly text: string }) => [subject.text.repeat(10)]);
  const before = await retainedMemory();
  for (let count = 0; count < 1000; count++) derive({ text: `${count}`.padEnd(1000) });
  assert.ok((await retainedMemory()) - before < 2_000_000);
});

test('what could not be read is read again, and what was read is not', async () => {
  let reads = 0;
  const read = memoizeAsync(async (subject: { readonly text: string }) => {
    reads += 1;
    if (reads === 1) throw new Error('The disk did not answer.');
    return [subject.text];
  });
  const subject = { text: 'a' };
  await assert.rejects(read(subject), /The disk did not answer/);
  const found = await read(subject);
  assert.deepEqual(found, ['a']);
  assert.equal(await read(subject), found);
  assert.equal(reads, 2);
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
