import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPrintable } from '#dataset/read/decode-text.ts';
import { findUnsafe } from '#dataset/read/unsafe-text.ts';
import { displayNames } from '../../../../../scripts/import/plan/author-name.ts';
import {
  cleanLine,
  cleanText,
  originalText,
  RowTexts,
} from '../../../../../scripts/import/rows/clean-text.ts';
import type { Note } from '../../../../../scripts/import/rows/incoming-review.ts';

const readText = (text: string) => new RowTexts().text(text);
const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

test('a text has no controls, and nothing that hides or turns it', () => {
  for (const [text, cleaned] of [
    ['خدمة\u200f — 👩‍⚖️ می\u200cخواهم', 'خدمة\u200f — 👩‍⚖️ می\u200cخواهم'],
    ['a\u0007b', 'ab'],
    ['a\u2067b', 'ab'],
    [`a${tags('buy now')}`, 'a'],
  ] as const) {
    assert.equal(cleanText(text), cleaned);
  }
});

const england = `🏴${tags('gbeng')}\u{e007f}`;

test('a line has no pairs of direction, and is not cut through a character', () => {
  const notes = new Set<Note>();
  assert.equal(cleanLine('\u2067דוד כהן\u2069\u200f', 20, notes), 'דוד כהן\u200f');
  assert.deepEqual([...notes], []);
  const [eight, twenty] = ['a'.repeat(8), 'a'.repeat(20)];
  assert.equal(cleanLine(`${eight}😀😀`, 10, notes), `${eight}…`);
  assert.equal(cleanLine(`${twenty}${england}`, 30), `${twenty}🏴…`);
  assert.deepEqual([...notes], ['value-dropped']);
});

test('what is cleaned can be stored, whatever it was, and every form of a name', () => {
  const pieces = fc.constantFrom(
    ...['a', 'B', ' ', '\n', '\r', ',', '🏴', '\u200b', '\ufeff', '\u202e', '\u2066', '\u2069'],
    ...['\u2029', '\u0007', '\ud800', '\uffff', tags('gb'), '\u{e007f}', '\u0301'.repeat(20)],
    ...['(Translated by Google)', '(Original)', england, '\ufe0f'],
  );
  const texts = fc.array(pieces, { maxLength: 40, size: 'max' }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const line = cleanLine(text, 30);
      for (const stored of [cleanText(text), readText(text), line, ...displayNames(line)])
        assert.ok(isPrintable(stored) && findUnsafe(stored).length === 0, JSON.stringify(stored));
      assert.equal(cleanText(cleanText(text)), cleanText(text));
    }),
  );
});

test('a long text takes no longer than its length', { timeout: 10_000 }, () => {
  const blanks = `a${' \n'.repeat(250_000)}b`;
  assert.equal(readText(blanks), blanks);
  assert.equal(readText(`(Translated by Google) ${blanks}`), blanks);
  assert.equal(readText(`e${'\u0301\u0323'.repeat(250_000)}`).length, 31);
});

test('the original is found in every arrangement', () => {
  for (const text of [
    '(Translated by Google) Good.\n\n(Original)\nGut.',
    '(Translated by Google) Good. (Original) Gut.',
    'Gut.\n\n(Translated by Google)\nGood.',
    'Gut. (Translated by Google) Good.',
  ]) {
    assert.equal(originalText(text), 'Gut.');
  }
});

test('a translation alone is kept, and other texts stay as they are', () => {
  // Ids are made of the original: a mark within a word, or a second one, is a person's own.
  for (const [written, original] of [
    ['(Translated by Google) Good.', 'Good.'],
    ['Not(Translated by Google) well.', 'Not(Translated by Google) well.'],
    ['(Translated by Google) A.\n\n(Original)\nB (Original) C.', 'B (Original) C.'],
    ['(Translated by Google) A (Original) B.\n\n(Original)\nC.', 'C.'],
    ['The (Original) recipe', 'The (Original) recipe'],
  ] as const) {
    assert.equal(originalText(written), original);
  }
});
