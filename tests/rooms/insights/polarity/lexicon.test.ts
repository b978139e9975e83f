import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The valences of what is found in a text. */
function find(text: string, terms: Readonly<Record<string, number>>): readonly number[] {
  return createLexicon(Object.entries(terms))(tokenize(text)).map(({ value }) => value);
}

test('words stand as they are written, folded, and in no other form', () => {
  const terms = { "didn't care": -2, 'José rocks': 3 };
  assert.deepEqual(find('They DIDN’T care, jose ROCKS', terms), [-2, 3]);
  assert.deepEqual(find('They didnt care, they cared', terms), []);
});

test('a term of marks is found, and a hyphenated one only with its hyphen', () => {
  assert.deepEqual(find('ok :) top-notch top notch', { ':)': 2, 'top-notch': 3 }), [2, 3]);
});

test('of two values of a term the first counts', () => {
  const findValued = createLexicon([
    ['good', 1],
    ['GOOD', 2],
  ]);
  assert.deepEqual(findValued(tokenize('good')), [{ value: 1, from: 0 }]);
});

test('terms are found as by comparing at every place', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.uniqueArray(phrase, { maxLength: 8 }), fc.array(word), (terms, words) => {
      const found: number[] = [];
      for (let from = 0; from < words.length; from++) {
        const here = terms
          .filter((term) => `${words.slice(from).join(' ')} `.startsWith(`${term} `))
          .sort((a, b) => b.length - a.length);
        const [longest] = here;
        if (longest === undefined) continue;
        found.push(terms.indexOf(longest));
        from += longest.split(' ').length - 1;
      }
      const values = Object.fromEntries(terms.map((term, index) => [term, index]));
      assert.deepEqual(find(words.join(' '), values), found);
    }),
  );
});
