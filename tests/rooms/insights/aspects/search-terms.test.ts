import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTermSearch } from '#insights/aspects/search-terms.ts';

const same = (word: string) => [word];

function find(text: string, mostSteps: number, ...terms: string[]): [string, number, number][] {
  const known = terms.map((term) => ({ words: term.split(' '), mostSteps }));
  return createTermSearch(
    known,
    same,
  )(text.split(' ')).map(({ term, start, end }) => [term.words.join(' '), start, end]);
}

test('every match is found in the order of its start, those that overlap as well', () => {
  assert.deepEqual(find('a b c b', 1, 'b', 'a b', 'b c', 'a c'), [
    ['a b', 0, 1],
    ['b', 1, 1],
    ['b c', 1, 2],
    ['b', 3, 3],
  ]);
});

test('words may stand as many steps apart as a term allows, the nearest counting', () => {
  assert.deepEqual(find('a x b b', 1, 'a b'), []);
  assert.deepEqual(find('a x b b', 2, 'a b'), [['a b', 0, 2]]);
  assert.deepEqual(find('a b b', 2, 'a b'), [['a b', 0, 1]]);
});

test('a word stands in each of its forms', () => {
  const search = createTermSearch([{ words: ['fee'], mostSteps: 1 }], (word) => [word, `${word}s`]);
  assert.deepEqual(
    search(['fees', 'feet', 'fee']).map(({ start }) => start),
    [0, 2],
  );
});

test('terms are found as by comparing at every place', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(word, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { maxLength: 8, selector: String }),
      fc.array(word),
      (terms, text) => {
        const expected = text.flatMap((_, start) =>
          terms
            .filter((term) => term.every((one, index) => text[start + index] === one))
            .map((term) => `${start} ${term.join(' ')}`),
        );
        const known = terms.map((term) => ({ words: term, mostSteps: 1 }));
        const found = createTermSearch(known, same)(text);
        assert.deepEqual(
          found.map(({ term, start }) => `${start} ${term.words.join(' ')}`).sort(),
          expected.sort(),
        );
      },
    ),
  );
});
