import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { excerptOf, paragraphsOf } from '../../../../site/ui/format/plain-text.ts';

for (const [what, text, most, expected] of [
  ['a short text stays whole', 'They called back.', 40, 'They called back.'],
  ['white space becomes single spaces', ' One.\n\nTwo. ', 40, 'One. Two.'],
  ['a long text ends after a word', 'They called back at once', 12, 'They called…'],
  ['a word that just fits stays', 'They called back', 12, 'They called…'],
  ['no comma stands before the ellipsis', 'They called, twice even', 13, 'They called…'],
  ['a text without spaces is cut between characters', '他们每天都给我打电话', 6, '他们每天都…'],
  ['an emoji is not torn', '👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 13, '👩‍👩‍👧‍👧…'],
] as const) {
  test(what, () => {
    assert.equal(excerptOf(text, most), expected);
  });
}

test('an excerpt is never longer than asked for, and never ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const excerpt = excerptOf(text, 60);
      assert.ok(excerpt.length <= 60);
      assert.ok(excerpt.isWellFormed());
    }),
  );
});

for (const [what, text, expected] of [
  ['nothing', '', []],
  ['blank lines alone', '\n \n\n', []],
  ['one paragraph', 'One.', ['One.']],
  ['a line break inside', 'One.\nTwo.', ['One.\nTwo.']],
  ['blank lines between', 'One.\n\nTwo.\n\n\n\nThree.', ['One.', 'Two.', 'Three.']],
  ['a blank line of spaces', 'One.\n \t\nTwo.', ['One.', 'Two.']],
  ['line breaks of Windows', 'One.\r\n\r\nTwo.', ['One.', 'Two.']],
  ['an indent', '  One.', ['  One.']],
] as const) {
  test(`paragraphs of a text with ${what}`, () => {
    assert.deepEqual(paragraphsOf(text), expected);
  });
}
