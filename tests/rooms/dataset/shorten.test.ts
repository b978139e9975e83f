import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quote, shorten } from '#dataset/text/shorten.ts';

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

test('what is quoted is a JSON string of 60 characters at most', () => {
  assert.equal(quote('say "hi"'), '"say \\"hi\\""');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(60)}"`);
  assert.equal(quote('x'.repeat(100), 3), '"xxx"');
});

test('no invisible or bidirectional character is quoted', () => {
  assert.equal(quote('a\u202eb\u200b\u2066\u2028\ufeff'), '"a\ufffdb\ufffd\ufffd\ufffd\ufffd"');
  assert.equal(quote('\u{e0041}\ue000\u0378\n\ud800'), '"\ufffd\ufffd\ufffd\\n\\ud800"');
  assert.equal(quote('M\u00e1r\u0131a \u{1f600}'), '"M\u00e1r\u0131a \u{1f600}"');
});
