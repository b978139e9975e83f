import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markNegation } from '#insights/polarity/extract-features.ts';
import { GramIndex } from '#insights/polarity/gram-index.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

/** The grams of a text by definition: words, marked where negated, and pairs of neighbours. */
function listGrams(text: string): Set<string> {
  const tokens = tokenize(text);
  const isNegated = markNegation(tokens);
  return new Set(
    tokens.flatMap((token, place) => [
      isNegated[place] ? `!${token.text}` : token.text,
      ...(place > 0 ? [`${tokens[place - 1]?.text} ${token.text}`] : []),
    ]),
  );
}

function namesIn(text: string, index: GramIndex, how: 'find' | 'learn'): (string | undefined)[] {
  const tokens = tokenize(text);
  return index[how](tokens, markNegation(tokens)).map((gram) => index.names[gram]);
}

test('a gram counts once in each text, and a negated word is another than the plain one', () => {
  const index = new GramIndex();
  const grams = ['good', 'good good', '.', 'good .', 'not', '. not', '!good', 'not good'];
  for (const how of ['learn', 'find', 'find'] as const) {
    assert.deepEqual(namesIn('good good. not good', index, how).toSorted(), grams.toSorted());
  }
  assert.deepEqual(namesIn('', index, 'learn'), []);
});

test('grams have the numbers in whose order they were given', () => {
  const index = new GramIndex(['good', '!good', 'not good', '!', '! !']);
  assert.deepEqual(index.names, ['good', '!good', 'not good', '!', '! !']);
  assert.deepEqual(namesIn('not good!!', index, 'find'), ['!good', 'not good', '!', '! !']);
});

test('what was learned of texts is found in them, and of other texts what is known', () => {
  const texts = fc.array(anyText, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, anyText, (known, other) => {
      const index = new GramIndex();
      for (const text of known) namesIn(text, index, 'learn');
      const all = new Set(known.flatMap((text) => [...listGrams(text)]));
      assert.deepEqual(new Set(index.names), all);
      for (const text of [...known, other]) {
        const expected = [...listGrams(text)].filter((gram) => all.has(gram)).sort();
        assert.deepEqual(namesIn(text, index, 'find').sort(), expected);
        assert.deepEqual(namesIn(text, new GramIndex(all), 'find').sort(), expected);
      }
    }),
  );
});
