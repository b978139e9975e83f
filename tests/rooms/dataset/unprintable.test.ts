import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnprintable, isPrintable } from '#dataset/unprintable.ts';

test('text in any language is printable', () => {
  assert.ok(isPrintable('Zoë\t👩‍⚖️\r\n\u202eمرحبا\u200d </script> ]]>'));
  assert.equal(findUnprintable(''), undefined);
});

for (const [what, character, codePoint] of [
  ['NUL', '\u0000', 'U+0000'],
  ['a vertical tab', '\u000b', 'U+000B'],
  ['an escape', '\u001b', 'U+001B'],
  ['half a surrogate pair', '\ud83d', 'U+D83D'],
  ['a noncharacter', '\uffff', 'U+FFFF'],
] as const) {
  test(`${what} is found where it stands`, () => {
    assert.ok(!isPrintable(character));
    assert.deepEqual(findUnprintable(`a\nbc${character}\n`), { line: 2, column: 3, codePoint });
    assert.deepEqual(findUnprintable(character), { line: 1, column: 1, codePoint });
  });
}
