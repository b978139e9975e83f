import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PairNumbers } from '#insights/topics/pair-numbers.ts';

test('a pair has one number, counted from 0, and a number one pair', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9))), (pairs) => {
      const numbers = new PairNumbers();
      const known = new Map<string, number>();
      for (const [first, second] of pairs) {
        const key = `${first} ${second}`;
        const expected = known.get(key) ?? known.size;
        known.set(key, expected);
        assert.equal(numbers.numberOf(first, second), expected);
        assert.deepEqual(numbers.pairOf(expected), [first, second]);
      }
      assert.equal(numbers.size, known.size);
    }),
  );
});

test('pairs keep their numbers when room is made for more', () => {
  const numbers = new PairNumbers();
  for (let pair = 0; pair < 10_000; pair++) numbers.numberOf(pair % 100, Math.floor(pair / 100));
  for (let pair = 0; pair < 10_000; pair++) {
    assert.equal(numbers.numberOf(pair % 100, Math.floor(pair / 100)), pair);
    assert.deepEqual(numbers.pairOf(pair), [pair % 100, Math.floor(pair / 100)]);
  }
  assert.equal(numbers.size, 10_000);
});
