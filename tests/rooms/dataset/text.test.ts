import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHints, didYouMean, nearestName } from '#dataset/check/nearest-name.ts';
import { fold } from '#dataset/text/fold.ts';
import { createGazetteers, createMentionFinder, wordsOf } from '#dataset/text/mentions.ts';
import { quote, shorten } from '#dataset/text/shorten.ts';
import { unfold } from '#dataset/text/unfold.ts';
import { atLength, runs } from '../../support/at-length.ts';
import { processorMs } from '../../support/measure.ts';

const anyText = fc.string({ unit: 'binary' });

/** Every code point but the surrogates, which are no characters. */
function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

test('a character folds alike wherever it stands, in either case, and no further', () => {
  for (const character of everyCharacter()) {
    if (Math.random() > atLength(1, 0.1)) continue;
    const folded = fold(character);
    if (fold(folded) !== folded) assert.fail(`${character} folds to ${folded}, which folds on`);
    const inside = fold(`aΣé${character}Σbé`);
    if (inside !== `aσe${folded}σbe`) assert.fail(`${character} folds to ${inside}`);
    // The iota subscript is a mark, but a letter once in upper case; modern Greek has none.
    if (character.normalize('NFD').includes('\u0345')) continue;
    if (fold(character.toUpperCase()) !== folded) assert.fail(`upper case of ${character}`);
    if (fold(character.toLowerCase()) !== folded) assert.fail(`lower case of ${character}`);
  }
});

test('folding twice changes nothing, and a substring folds to a substring', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, middle, after) => {
      const folded = fold(before + middle + after);
      return fold(folded) === folded && folded.includes(fold(middle));
    }),
  );
});

for (const [name, written, folded] of [
  ['accents', 'Muñoz, Łukasz, Ångström, Mun\u0303oz', 'munoz, lukasz, angstrom, munoz'],
  ['the sharp s', 'Straße STRASSE STRAẞE ſtrasse', 'strasse strasse strasse strasse'],
  ['the final sigma', 'ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['ligatures', 'ﬁnal oﬀer ﬃ', 'final offer ffi'],
  ['quotation marks', '‘a’ ‚b‛ “c” „d‟ «e» ‹f›', `'a' 'b' "c" "d" "e" 'f'`],
  ['apostrophes', 'client’s clientʼs client′s', "client's client's client's"],
  ['dashes', 'a‐b‑c‒d–e—f―g−h', 'a-b-c-d-e-f-g-h'],
  ['the Turkish letters', 'İstanbul Iğdır', 'istanbul igdir'],
  ['full-width letters, roman numerals, fractions', 'Ｌａｗ－１ Ⅳ ½', 'law-1 iv 1/2'],
  [
    'letters with a stroke, and pairs',
    'Đã gọi, ŁØ łø Ħŧ, ÐÞ ðþ, Æ œ Ǿ ǽ',
    'da goi, lo lo ht, dth dth, ae oe o ae',
  ],
  ['white space', 'a\n\n  b\tc\u00a0\u2003d\r\ne\u2028f \u0301 g', 'a b c d e f g'],
  ['the white space of plain text', ' My\n\n  KNEE\tand', ' my knee and'],
  ['Arabic vowel marks', 'مُحَمَّد', 'محمد'],
  ['Hangul, composed or as letters', '한국', '한국'.normalize('NFD')],
] as const) {
  test(`folds ${name}`, () => assert.equal(fold(written), folded));
}

const anyWriting = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'aA1 \n\t\u00a0\u3000ßñéđØłæŒıþ½⁄´’😀\u0301', '\r\n', '  '),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

test('a part of a folded text is unfolded to the least part of the text that folds to it', () => {
  fc.assert(
    fc.property(anyWriting, fc.nat(), fc.nat(), (text, from, length) => {
      const folded = fold(text);
      fc.pre(folded !== '');
      const start = from % folded.length;
      const end = start + 1 + (length % (folded.length - start));
      const part = unfold(text, { start, end });
      const written = text.slice(part.start, part.end);
      assert.ok(fold(written).includes(folded.slice(start, end)));
      // What the text folds to up to each of its characters.
      const places = [...text].map((_, at, all) => fold(all.slice(0, at).join('')).length);
      const placeOf = (at: number) => fold(text.slice(0, at)).length;
      assert.equal(placeOf(part.start), Math.max(...places.filter((place) => place <= start)));
      assert.equal(
        placeOf(part.end),
        Math.min(...[...places, folded.length].filter((place) => place >= end)),
      );
    }),
    { numRuns: runs(2000) },
  );
});

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

test('a quote is a JSON string of 60 characters at most, all of them visible', () => {
  assert.equal(quote('say "hi"'), '"say \\"hi\\""');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(60)}"`);
  assert.equal(quote('x'.repeat(100), 3), '"xxx"');
  assert.equal(quote('a\u202eb\u200b\u2066\u2028\ufeff'), '"a\ufffdb\ufffd\ufffd\ufffd\ufffd"');
  assert.equal(quote('\u{e0041}\ue000\u0378\n\ud800'), '"\ufffd\ufffd\ufffd\\n\\ud800"');
  assert.equal(quote('Mária \u{1f600}'), '"Mária \u{1f600}"');
});

const find = createMentionFinder([
  { id: 'car-accident', name: 'Car accident', aliases: ['auto accident', 'wreck'] },
  { id: 'truck-accident', name: 'Truck accident', aliases: ['truck wreck'] },
  { id: 'accident-lawyer', name: 'Accident lawyer', aliases: ['???'] },
  { id: 'truck-accident-lawyer', name: 'Truck accident lawyer', aliases: [] },
  { id: 'slip-and-fall', name: 'Slip and fall', aliases: [] },
  { id: 'munoz', name: 'Ana Muñoz', aliases: ['Ms. Muñoz'] },
]);

for (const [rule, texts, ...ids] of [
  ['an alias is found', ['An AUTO ACCIDENT.'], 'car-accident'],
  ['the longest match wins', ['a truck accident lawyer'], 'truck-accident-lawyer'],
  ['what a longer match covers is not found again', ['a truck wreck'], 'truck-accident'],
  ['part of a match that breaks off is found', ['a truck accident law'], 'truck-accident'],
  ['a part of a word is no mention', ['a shipwreck, wreckage, wrecks']],
  ['marks between words do not matter', ['slip-and-fall; slip, and fall'], 'slip-and-fall'],
  ['a line may break inside a name', ['car\n\naccident'], 'car-accident'],
  ['accents do not matter', ['ana munoz'], 'munoz'],
  ['a possessive is a mention', ['Ms. Muñoz’s office'], 'munoz'],
  ['a name spans no two texts', ['my car', 'accident, a slip and fall'], 'slip-and-fall'],
  ['an alias of signs finds nothing', ['??? — ???', '']],
  ['each once, in order', ['slip and fall, wreck, wreck'], 'car-accident', 'slip-and-fall'],
] as const) {
  test(`names in texts: ${rule}`, () => assert.deepEqual(find(wordsOf(...texts)), ids));
}

test('of a thousand names that begin alike the longest is found without a wait', () => {
  const aliases = Array.from({ length: 1_000 }, (_, at) => `our x${at}`);
  const findOurs = createMentionFinder([
    { id: 'ours', name: 'Ours', aliases },
    { id: 'our-firm', name: 'Our firm', aliases: ['our x7 firm'] },
  ]);
  const words = wordsOf('our '.repeat(20_000));
  const taken = processorMs(() => findOurs(words));
  assert.ok(taken < 1_000, `${taken} ms`);
  assert.deepEqual(findOurs(wordsOf('our x7 firm, our x9, our firm')), ['ours', 'our-firm']);
});

test('a first name is found only if editors call it unambiguous, and one person has it', () => {
  const technician = (id: string, name: string, unambiguous: boolean) => ({
    id,
    name,
    unambiguous,
    jobTitle: 'Partner',
    aliases: [],
  });
  const maria = technician('maria-lopez', 'María López', true);
  const namesIn = (text: string, other: typeof maria) =>
    createGazetteers({ technicians: [maria, other], services: [], serviceAreas: [] })
      .technicians(wordsOf(text))
      .join();
  const will = technician('will-garner', 'Will Garner', false);
  const namesake = technician('maria-diaz', 'Maria Díaz', true);
  assert.equal(namesIn('I will thank Maria', will), 'maria-lopez');
  assert.equal(namesIn('thanks Maria', namesake), '');
  assert.equal(namesIn('thanks Maria Diaz', namesake), 'maria-diaz');
});

const SERVICES = ['car-accident', 'truck-accident', 'divorce'];

test('a bound is meant only by a text with its prefix', () => {
  const names = ['min_rating', 'rating'];
  assert.equal(didYouMean('max_rating', names), '');
  assert.equal(didYouMean('min_ratng', names), ' (did you mean "min_rating"?)');
  assert.equal(didYouMean('page', names), '');
});

test('what is found is what the whole matrix gives', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 7 });
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 8 }), fc.nat({ max: 6 }), (text, names, most) => {
      const limit = Math.min(most, Math.max(1, Math.floor(text.length / 3)));
      const distances = names.map((one) => alignmentDistance(text, one));
      const best = Math.min(...distances, Number.POSITIVE_INFINITY);
      const expected = best <= limit ? names[distances.indexOf(best)] : undefined;
      assert.equal(nearestName(text, names, most), expected);
    }),
    { numRuns: runs(3_000) },
  );
});

/** As its definition has it. */
function alignmentDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return alignmentDistance(restOfA, restOfB);
  const isSwapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  const swapped = isSwapped ? alignmentDistance(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY;
  const others = [
    [restOfA, b],
    [a, restOfB],
    [restOfA, restOfB],
  ] as const;
  return 1 + Math.min(swapped, ...others.map(([one, other]) => alignmentDistance(one, other)));
}

test('of many mistakes the first few get a hint', () => {
  const hint = createHints(() => SERVICES);
  const hints = Array.from({ length: 20 }, () => hint('divroce')).filter((one) => one !== '');
  assert.deepEqual(hints, Array(8).fill(' (did you mean "divorce"?)'));
});
