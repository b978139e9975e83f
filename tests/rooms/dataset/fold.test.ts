import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold, foldLine } from '#dataset/text/fold.ts';

const text = fc.string({ unit: 'binary' });

/** Every code point but the surrogates, which are no characters. */
function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

test('folding twice changes nothing', () => {
  fc.assert(fc.property(text, (any) => fold(fold(any)) === fold(any)));
  for (const character of everyCharacter()) {
    const folded = fold(character);
    if (fold(folded) !== folded) assert.fail(`${character} folds to ${folded}, which folds on`);
  }
});

test('a substring folds to a substring', () => {
  fc.assert(
    fc.property(text, text, text, (before, middle, after) =>
      fold(before + middle + after).includes(fold(middle)),
    ),
  );
});

test('a character folds alike wherever it stands', () => {
  for (const character of everyCharacter()) {
    const inside = fold(`aΣé${character}Σbé`);
    if (inside !== `aσe${fold(character)}σbe`) assert.fail(`${character} folds to ${inside}`);
  }
});

test('upper and lower case fold alike', () => {
  for (const character of everyCharacter()) {
    // The iota subscript is a mark, but a letter once in upper case; modern Greek has none.
    if (character.normalize('NFD').includes('\u0345')) continue;
    const folded = fold(character);
    if (fold(character.toUpperCase()) !== folded) assert.fail(`upper case of ${character}`);
    if (fold(character.toLowerCase()) !== folded) assert.fail(`lower case of ${character}`);
  }
});

for (const [name, written, folded] of [
  ['accents', 'Muñoz, José, Łukasz, Ångström', 'munoz, jose, łukasz, angstrom'],
  ['accents written as marks of their own', 'Mun\u0303oz', 'munoz'],
  ['the sharp s', 'Straße STRASSE STRAẞE ſtrasse', 'strasse strasse strasse strasse'],
  ['the final sigma', 'ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['ligatures', 'ﬁnal oﬀer ﬃ', 'final offer ffi'],
  ['typographic quotes', '‘a’ ‚b‛ “c” „d‟ «e» ‹f›', `'a' 'b' "c" "d" "e" 'f'`],
  ['apostrophes', 'client’s clientʼs client′s', "client's client's client's"],
  ['dashes', 'a‐b‑c‒d–e—f―g−h', 'a-b-c-d-e-f-g-h'],
  ['the Turkish letters', 'İstanbul Iğdır', 'istanbul igdir'],
  ['full-width letters', 'Ｌａｗ－１', 'law-1'],
  ['roman numerals and fractions', 'Ⅳ ½', 'iv 1⁄2'],
  ['Arabic vowel marks', 'مُحَمَّد', 'محمد'],
] as const) {
  test(`folds ${name}`, () => assert.equal(fold(written), folded));
}

test('folds a Hangul syllable alike, composed or as letters', () => {
  assert.equal(fold('한국'), fold('한국'.normalize('NFD')));
  assert.ok(fold('한국').startsWith(fold('하')), 'the beginning of a syllable is found in it');
});

test('as one line, runs of white space are one space', () => {
  assert.equal(foldLine(' My\n\n  KNEE\tand'), ' my knee and');
});
