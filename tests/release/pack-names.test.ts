import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeNames, NameError, openNames, orderOfNames } from '#release/pack-names.ts';

const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((some) => !some.includes('\0'));

function ordered(names: readonly string[]): string[] {
  return orderOfNames(names).map((index) => names[index] ?? '');
}

test('every name is found at its place, and nothing else is found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), name, (names, other) => {
      const sorted = ordered(names);
      const table = openNames(encodeNames(sorted));
      assert.equal(table.size, names.length);
      assert.deepEqual(table.all(), sorted);
      for (const [place, one] of sorted.entries()) {
        assert.equal(table.placeOf(one), place);
        assert.equal(table.at(place), one);
      }
      assert.equal(table.placeOf(other), sorted.indexOf(other));
    }),
  );
});

test('the order is that of the bytes', () => {
  const names = ['/b', '/', '/\u{1f642}', '/\uffee', '/a/b', '/a', '/ab'];
  assert.deepEqual(ordered(names), ['/', '/a', '/a/b', '/ab', '/b', '/\uffee', '/\u{1f642}']);
});

test('a name that stands twice or holds a zero byte is refused', () => {
  assert.throws(() => encodeNames(['/a', '/a']), NameError);
  assert.throws(() => encodeNames(['/a\0']), NameError);
});

test('a place without a name is a RangeError', () => {
  const table = openNames(encodeNames(['/a']));
  for (const place of [-1, 1, Number.NaN]) assert.throws(() => table.at(place), RangeError);
});
