import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitSet } from '#insights/topics/bit-set.ts';

const numbers = fc.array(fc.nat(3000), { maxLength: 60 });
const setOf = (members: Iterable<number>) => {
  const set = new BitSet();
  for (const member of members) set.add(member);
  return set;
};

test('it holds what was added and not removed', () => {
  fc.assert(
    fc.property(numbers, numbers, (added, removed) => {
      const set = setOf(added);
      for (const member of removed) set.remove(member);
      const expected = new Set(added).difference(new Set(removed));
      for (const member of [...added, ...removed]) {
        assert.equal(set.has(member), expected.has(member));
      }
    }),
  );
});

test('what two sets share is counted, and one takes in the other', () => {
  fc.assert(
    fc.property(numbers, numbers, (some, others) => {
      const set = setOf(some);
      assert.equal(
        set.countShared(setOf(others)),
        new Set(some).intersection(new Set(others)).size,
      );
      set.addAll(setOf(others));
      assert.equal(set.countShared(set), new Set([...some, ...others]).size);
    }),
  );
});
