import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXCERPT_LENGTH, excerptOf, findName, findPhrase } from '#agents/tools/match-excerpt.ts';
import { fold } from '#dataset/text/fold.ts';
import { runs } from '../../../support/at-length.ts';

const anyText = fc.string({
  unit: fc.constantFrom(...'aAeß ñéÉ.\n’"ﬁΣςİæđ', 'n\u0303', '👩‍⚖️', '한', ' a', '  ', '\r\n'),
  maxLength: 400,
});
const anyPhrase = fc.string({ unit: fc.constantFrom(...'aeßñéﬁσiæ ', "'"), maxLength: 3 });

test('a phrase is found where search finds it, and its place is that of the phrase', () => {
  fc.assert(
    fc.property(anyText, anyPhrase, (text, phrase) => {
      const place = findPhrase(text, phrase);
      const sought = fold(phrase);
      assert.equal(place !== undefined, sought !== '' && fold(text).includes(sought));
      if (!place) return;
      assert.ok(fold(text.slice(place.start, place.end)).includes(sought));
    }),
    { numRuns: runs(500) },
  );
});

test('a name is found as a word of its own, the first in the text, with what belongs to it', () => {
  const names = ['lee', 'ms. lee', 'munoz'];
  for (const [text, found] of [
    ['I could not sleep until Ms. Lee called.', 'Ms. Lee'],
    ['Muñoz, not Lee', 'Muñoz'],
    ['Mun\u0303oz\u0301 helped', 'Mun\u0303oz\u0301'],
    ['“Lee’s office”', 'Lee'],
    ['sleep', undefined],
    ['', undefined],
  ] as const) {
    const place = findName(text, names);
    assert.equal(place && text.slice(place.start, place.end), found);
  }
  assert.equal(findName('Lee', []), undefined);
});

test('a whole text that fits is whole, with the match between marks', () => {
  for (const [text, phrase, excerpt] of [
    ['They CALLED me back.', 'called me', 'They **CALLED me** back.'],
    ['Señora Muñoz helped.', 'munoz', 'Señora **Muñoz** helped.'],
    ['It’s good', "it's", '**It’s** good'],
    ['Æ: they called\n\nme  back.', 'called me back', 'Æ: they **called\n\nme  back**.'],
    ['Đã  gọi ½', 'da goi 1/2', '**Đã  gọi ½**'],
    ['Nothing here', 'elsewhere', 'Nothing here'],
    ['', 'a', ''],
  ] as const) {
    assert.equal(excerptOf(text, findPhrase(text, phrase)), excerpt);
  }
});

test('an excerpt is part of its text, never too long, and holds the match and whole characters', () => {
  fc.assert(
    fc.property(anyText, anyText, anyPhrase, (before, after, phrase) => {
      const text = `${before}${before}${phrase}${after}${after}`;
      const match = findPhrase(text, phrase);
      const excerpt = excerptOf(text, match);
      const plain = excerpt.replaceAll('**', '').replace(/^…/, '').replace(/…$/, '');
      assert.ok(text.includes(plain), excerpt);
      assert.ok(plain.length <= EXCERPT_LENGTH);
      assert.ok(!match || excerpt.includes(`**${text.slice(match.start, match.end)}**`));
      assert.ok(excerpt.isWellFormed());
    }),
    { numRuns: runs(500) },
  );
});
