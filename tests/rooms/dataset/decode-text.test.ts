import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeText, findUnprintable, isPrintable } from '#dataset/read/decode-text.ts';

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const MARK = [0xef, 0xbb, 0xbf];

test('a byte order mark is dropped, at the beginning only', () => {
  assert.deepEqual(decodeText('x.md', bytesOf(MARK, '---\n')), { text: '---\n' });
  assert.deepEqual(decodeText('x.md', bytesOf(MARK)), { text: '' });
  assert.deepEqual(decodeText('x.md', bytesOf('a\ufeffb')), { text: 'a\ufeffb' });
});

for (const [what, bytes, line, column] of [
  ['a byte of Latin-1', bytesOf('Zo', [0xeb], '\n'), 1, 3],
  ['a byte on a later line', bytesOf('é\n😀', [0xff], 'b'), 2, 3],
  ['a byte behind a byte order mark', bytesOf(MARK, 'a\nb', [0xff], 'c'), 2, 2],
  ['a byte behind Windows line ends', bytesOf('a\r\nb', [0xff]), 2, 2],
  ['a cut-off character', bytesOf('a', [0xf0, 0x9f, 0x98]), 1, 2],
  ['a cut-off character that begins like U+FFFD', bytesOf('a', [0xef, 0xbf]), 1, 2],
  ['a byte behind a true U+FFFD', bytesOf('\ufffd', [0x80]), 1, 2],
  ['a surrogate', bytesOf('ab', [0xed, 0xa0, 0x80]), 1, 3],
  ['too long a form of a slash', bytesOf([0xc0, 0xaf]), 1, 1],
  ['UTF-16', bytesOf([0xff, 0xfe, 0x61, 0x00]), 1, 1],
] as const) {
  test(`${what} is refused where it stands`, () => {
    assert.deepEqual(decodeText('x.md', bytes), {
      problem: {
        severity: 'error',
        file: 'x.md',
        line,
        column,
        message: 'is not valid UTF-8 here; save the file with the encoding UTF-8',
      },
    });
  });
}

test('an invalid byte is found behind any text', () => {
  const text = fc.string({ unit: 'binary' }).filter((any) => !any.startsWith('\ufeff'));
  fc.assert(
    fc.property(text, (before) => {
      const decoded = decodeText('x.md', bytesOf(before, [0xff]));
      const lines = before.split('\n');
      assert.ok('problem' in decoded);
      assert.equal(decoded.problem.line, lines.length);
      assert.equal(decoded.problem.column, (lines.at(-1) ?? '').length + 1);
    }),
  );
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
