import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPrintable } from '#dataset/read/decode-text.ts';
import { findUnsafe } from '#dataset/read/unsafe-text.ts';
import {
  displayName,
  displayNames,
  NAME_POLICIES,
  policyOf,
} from '../../../../scripts/import/plan/author-name.ts';
import {
  cleanLine,
  cleanText,
  originalText,
  readText,
} from '../../../../scripts/import/read/clean-text.ts';

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
  [
    'fillers and joiners in a row',
    'a\u2800b\u3164\uffa0\u180e 👩\u200d\u200d⚖',
    'ab 👩\u200d⚖',
    ['invisible-removed'],
  ],
  ['a Mongolian separator', 'ᠰᠠᠷ\u180eᠠ', undefined, []],
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

const england = `🏴${tags('gbeng')}\u{e007f}`;

for (const [what, line, most, cleaned, notes] of [
  [
    'has no pairs of direction',
    '\u2067דוד כהן\u2069\u200f',
    99,
    'דוד כהן\u200f',
    ['directions-removed'],
  ],
  [
    'is not cut through a character',
    `${'a'.repeat(8)}😀😀`,
    10,
    `${'a'.repeat(8)}…`,
    ['line-shortened'],
  ],
  [
    'is not cut through a flag',
    `${'a'.repeat(20)}${england}`,
    30,
    `${'a'.repeat(20)}🏴…`,
    ['line-shortened'],
  ],
] as const) {
  test(`a line ${what}`, () => {
    assert.deepEqual(cleanLine(line, most), { text: cleaned, notes });
  });
}

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
    ...['(Translated by Google)', '(Original)', england, '\ufe0f'],
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

test('the original is found in every arrangement', () => {
  for (const text of [
    '(Translated by Google) Good.\n\n(Original)\nGut.',
    '(Translated by Google) Good. (Original) Gut.',
    '(Translated by Google) Good (Original) it was.\n\n(Original)\nGut.',
    'Gut.\n\n(Translated by Google)\nGood.',
    'Gut. (Translated by Google) Good.',
  ]) {
    assert.deepEqual(originalText(text), { text: 'Gut.', note: 'translation-dropped' });
  }
});

test('a translation alone is kept and noted, other texts stay as they are', () => {
  const note = 'only-translated';
  assert.deepEqual(originalText('(Translated by Google) Good.'), { text: 'Good.', note });
  for (const text of ['The (Original) recipe', '']) assert.deepEqual(originalText(text), { text });
});

const NAMES = [
  ['Jane Doe', 'Jane D.', 'J. D.'],
  ['jane mary doe', 'jane D.', 'J. D.'],
  ['Dr. Jane Doe Jr.', 'Jane D.', 'J. D.'],
  ['Doe, Jane', 'Jane D.', 'J. D.'],
  ['Mary-Ann Smith-Jones', 'Mary-Ann S.', 'M. S.'],
  ['Ángela Ñandú 🌸', 'Ángela Ñ.', 'Á. Ñ.'],
  ['王小明', '王.', '王.'],
] as const;

for (const [name, short, initials] of NAMES) {
  test(`${name} is shortened to ${short} and to ${initials}`, () => {
    assert.equal(displayName(name, 'first-initial'), short);
    assert.equal(displayName(name, 'initials'), initials);
    assert.equal(displayName(name, 'full'), name);
  });
}

test('a stored name shows by which policy it was shortened, and is never made longer by that', () => {
  for (const policy of NAME_POLICIES) {
    assert.equal(policyOf(displayName('Jane Doe', policy), 'Jane Doe'), policy);
    assert.equal(policyOf(displayName('Jane Doe', policy), 'Petra Vale'), policy);
  }
  for (const alike of ['Jane', 'Jane D.', 'Anonymous']) {
    assert.equal(policyOf(alike, alike), 'first-initial');
  }
});

test('shortening twice is shortening once; a name without a letter is nobody’s', () => {
  assert.equal(displayName(undefined, 'full'), 'Anonymous');
  assert.equal(displayName('🌸', 'first-initial'), 'Anonymous');
  const word = fc.stringMatching(/^[A-Za-z]{2,10}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      for (const policy of NAME_POLICIES) {
        const once = displayName(words.join(' '), policy);
        assert.equal(displayName(once, policy), once);
      }
    }),
  );
});
