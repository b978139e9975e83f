import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markNegation } from '#insights/polarity/extract-features.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The words of a text that stand in the scope of a negation. */
function negatedIn(text: string): string {
  const tokens = tokenize(text);
  const isNegated = markNegation(tokens);
  assert.equal(isNegated.length, tokens.length);
  return tokens.flatMap((token, place) => (isNegated[place] ? [token.text] : [])).join(' ');
}

test('a negation reaches six words, unless a mark or another clause comes before', () => {
  for (const [text, negated] of [
    ['not one two three four five six seven', 'one two three four five six'],
    ['They never', ''],
    ['not good, fast', 'good'],
    ['not good 🙂 fast', 'good'],
    ['not good but fast', 'good'],
    // A second one begins its reach again.
    ['never said no a b c d e f g', 'said no a b c d e f'],
    ['Not only fast but kind', ''],
    ['never the only one', 'the only one'],
    ["It wasn't good", 'good'],
    ['It wasn’t good', 'good'],
    ['It wasnt good, I dont care', 'good care'],
    ['never a. without b. HARDLY c', 'a b c'],
    ['Nottingham knot nobler want', ''],
  ] as const) {
    assert.equal(negatedIn(text), negated, text);
  }
});

/** The valences of what is found in a text. */
function find(text: string, terms: Readonly<Record<string, number>>): readonly number[] {
  return createLexicon(Object.entries(terms))(tokenize(text)).map(({ value }) => value);
}

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
