import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPrintable } from '#dataset/unprintable.ts';
import { findUnsafe } from '#dataset/unsafe-text.ts';
import { displayNames } from '../../../../scripts/import/plan/author-name.ts';
import { cleanLine, cleanText, readText } from '../../../../scripts/import/read/clean-text.ts';

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

for (const [what, text, cleaned, notes] of [
  ['a text without faults', 'خدمة\u200f — 👩‍⚖️ می\u200cخواهم', undefined, []],
  ['line breaks', 'a\r\nb\rc', 'a\nb\nc', []],
  ['control characters', 'a\u0007b', 'ab', ['control-characters']],
  ['an override', 'a\u202eb\u202c', 'ab', ['directions-removed']],
  ['an isolate left open', 'a\u2067b', 'ab', ['directions-removed']],
  ['a closed isolate', 'a\u2067b\u2069', 'a\u2067b\u2069', []],
  ['tags', `a${tags('buy now')}`, 'a', ['tags-removed']],
  ['the flag of Scotland', `🏴${tags('gbsct')}\u{e007f}`, undefined, []],
  ['what nobody sees', '\ufeffa\u200bb\u2060\u2063', 'ab', ['invisible-removed']],
  ['selectors in a row', '❤\ufe0f\u{e0100}\u{e0101}', '❤\ufe0f', ['invisible-removed']],
  ['too many marks', `e${'\u0301'.repeat(99)}`, `e${'\u0301'.repeat(30)}`, ['marks-cut']],
  [
    'all of it',
    `\u200b\u202e${tags('x')}e${'\u0301'.repeat(31)}\u0000`,
    `e${'\u0301'.repeat(30)}`,
    ['invisible-removed', 'directions-removed', 'tags-removed', 'marks-cut', 'control-characters'],
  ],
] as const) {
  test(`${what} is cleaned and noted`, () => {
    const found = cleanText(text);
    assert.equal(found.text, cleaned ?? text);
    assert.deepEqual(found.notes.toSorted(), [...notes].sort());
  });
}

test('a line has no pairs of direction, but keeps its marks of direction', () => {
  assert.deepEqual(cleanLine('\u2067דוד כהן\u2069\u200f'), {
    text: 'דוד כהן\u200f',
    notes: ['directions-removed'],
  });
});

test('a line that is too long is cut, not through a character', () => {
  assert.deepEqual(cleanLine(`${'a'.repeat(8)}😀😀`, 10), {
    text: `${'a'.repeat(8)}…`,
    notes: ['line-shortened'],
  });
});

test('a line is not cut through a flag', () => {
  const england = `🏴${tags('gbeng')}\u{e007f}`;
  assert.deepEqual(cleanLine(`${'a'.repeat(20)}${england}`, 30), {
    text: `${'a'.repeat(20)}🏴…`,
    notes: ['line-shortened'],
  });
});

test('a translation that is left out leaves no half of a pair', () => {
  assert.deepEqual(readText('Gut\u2067. (Translated by Google) Good\u2069.'), {
    text: 'Gut.',
    notes: ['directions-removed', 'translation-dropped'],
  });
});

test('what is cleaned can be stored, whatever it was, and every form of a name', () => {
  const pieces = fc.constantFrom(
    ...['a', 'B', ' ', '\n', '\r', ',', '🏴', '\u200b', '\ufeff', '\u202e', '\u2066', '\u2069'],
    ...['\u2029', '\u0007', '\ud800', '\uffff', tags('gb'), '\u{e007f}', '\u0301'.repeat(20)],
    ...['(Translated by Google)', '(Original)', `🏴${tags('gbeng')}\u{e007f}`, '\ufe0f'],
  );
  const texts = fc.array(pieces, { maxLength: 40, size: 'max' }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const line = cleanLine(text, 30).text;
      for (const stored of [cleanText(text).text, readText(text).text, line, ...displayNames(line)])
        assert.ok(isPrintable(stored) && findUnsafe(stored).length === 0, JSON.stringify(stored));
      assert.deepEqual(cleanText(cleanText(text).text), { text: cleanText(text).text, notes: [] });
    }),
  );
});

test('a long text takes no longer than its length', { timeout: 10_000 }, () => {
  const blanks = `a${' \n'.repeat(250_000)}b`;
  assert.equal(readText(blanks).text, blanks);
  assert.equal(readText(`(Translated by Google) ${blanks}`).text, blanks);
  assert.equal(readText(`e${'\u0301\u0323'.repeat(250_000)}`).text.length, 31);
});
