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

/** Returns what a function makes of a text, and its notes. */
function noted(read: (notes: Set<Note>) => string) {
  const notes = new Set<Note>();
  return { text: read(notes), notes: [...notes] };
}

const readText = (text: string) => new RowTexts(false).text(text);
const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

const TEXTS: Readonly<Record<string, readonly [text: string, cleaned?: string]>> = {
  'a text without faults': ['خدمة\u200f — 👩‍⚖️ می\u200cخواهم'],
  'control characters': ['a\u0007b', 'ab'],
  'an override': ['a\u202eb\u202c', 'ab'],
  'an isolate left open': ['a\u2067b', 'ab'],
  tags: [`a${tags('buy now')}`, 'a'],
  'the flag of Scotland': [`🏴${tags('gbsct')}\u{e007f}`],
  'invisible characters': ['\ufeffa\u200bb\u2060\u2063', 'ab'],
  'fillers and joiners': ['a\u2800b\u3164\uffa0\u180e 👩\u200d\u200d⚖', 'ab 👩\u200d⚖'],
  'a Mongolian separator': ['ᠰᠠᠷ\u180eᠠ'],
  'selectors in a row': ['❤\ufe0f\u{e0100}\u{e0101}', '❤\ufe0f'],
  'too many marks': [`e${'\u0301'.repeat(99)}`, `e${'\u0301'.repeat(30)}`],
};

for (const [what, [text, cleaned]] of Object.entries(TEXTS)) {
  test(`${what}: cleaned and noted`, () => {
    const notes = cleaned === undefined ? [] : ['hidden-removed'];
    assert.deepEqual(
      noted((notes) => cleanText(text, notes)),
      { text: cleaned ?? text, notes },
    );
  });
}

const england = `🏴${tags('gbeng')}\u{e007f}`;

test('a line has no pairs of direction, and is not cut through a character', () => {
  const shorten = (text: string, limit: number) => noted((notes) => cleanLine(text, limit, notes));
  assert.deepEqual(shorten('\u2067דוד כהן\u2069\u200f', 20), {
    text: 'דוד כהן\u200f',
    notes: ['hidden-removed'],
  });
  const notes = ['value-dropped'];
  const [eight, twenty] = ['a'.repeat(8), 'a'.repeat(20)];
  assert.deepEqual(shorten(`${eight}😀😀`, 10), { text: `${eight}…`, notes });
  assert.deepEqual(shorten(`${twenty}${england}`, 30), { text: `${twenty}🏴…`, notes });
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
      const twice = noted((notes) => cleanText(cleanText(text), notes));
      assert.deepEqual(twice, { text: cleanText(text), notes: [] });
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
    assert.deepEqual(
      noted((notes) => originalText(text, notes)),
      { text: 'Gut.', notes: ['translation-dropped'] },
    );
  }
});

test('a translation alone is kept and noted, other texts stay as they are', () => {
  const only = { text: 'Good.', notes: ['only-translated'] };
  const read = (text: string) => noted((notes) => originalText(text, notes));
  assert.deepEqual(read('(Translated by Google) Good.'), only);
  // Ids are made of the original: a mark within a word, or a second one, is a person's own.
  for (const [written, original] of [
    ['Not(Translated by Google) well.', 'Not(Translated by Google) well.'],
    ['(Translated by Google) A.\n\n(Original)\nB (Original) C.', 'B (Original) C.'],
    ['(Translated by Google) A (Original) B.\n\n(Original)\nC.', 'C.'],
  ]) {
    assert.equal(originalText(written ?? ''), original);
  }
  for (const text of ['The (Original) recipe', ''])
    assert.deepEqual(read(text), { text, notes: [] });
});
