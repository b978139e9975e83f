import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quote, shorten } from '#dataset/shorten.ts';

test('a text is cut to its length, and never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      const short = shorten(text, length);
      assert.ok(text.startsWith(short) && short.length <= length);
      assert.ok(short.isWellFormed());
      assert.ok(short.length >= Math.min(text.length, length) - 1);
    }),
  );
});

test('a character that does not fit whole is left out', () => {
  assert.equal(shorten('a\u{1F600}b', 2), 'a');
  assert.equal(shorten('a\u{1F600}b', 3), 'a\u{1F600}');
});

test('what is quoted is a JSON string of 60 characters at most', () => {
  assert.equal(quote('say "hi"'), '"say \\"hi\\""');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(60)}"`);
  assert.equal(quote('x'.repeat(100), 3), '"xxx"');
});
