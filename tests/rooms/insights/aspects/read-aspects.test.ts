import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAspects, shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { StoredAspects } from '#dataset/schema/stored-aspects.ts';
import { createAspectReader } from '#insights/aspects/read-aspects.ts';

/** A model of two aspects of the list for law, to which only these words say anything. */
const MODEL = {
  ids: ['value-and-fees', 'staff'],
  bias: [-0.8, -0.8],
  grams: new Map([
    ['money', [2, 0]],
    ['perhaps', [0.5, 0.5]],
    ['person', [0, 2]],
    ['unrelated', [-3, -3]],
    ['fee', [1, 0]],
  ]),
};

/** The aspects that are found in words by an aspects.yaml, given as a value. */
function finderOf(stored: unknown, model = MODEL) {
  const { value } = resolveAspects(StoredAspects.parse(stored), shippedList);
  const read = createAspectReader(value, model);
  return (text: string) => read(text.split(' ')).map(({ id, terms }) => [id, ...terms].join(' '));
}

test('an aspect is learned, or told by a term and the model together', () => {
  const find = finderOf({ use: 'law', aspects: [] });
  for (const [text = '', ...found] of [
    ['money', 'value-and-fees'],
    ['a person', 'staff'],
    ['money and a person', 'value-and-fees', 'staff'],
    ['perhaps'],
    ['the contingency fee', 'value-and-fees fee contingency'],
    ['a paralegal', 'staff paralegal'],
    ['a paralegal unrelated'],
    // A phrase that hides a term keeps the model silent as well.
    ['hospital staff and a person'],
    // The model knows nothing of it.
    ['they won', 'outcome they won'],
  ]) {
    assert.deepEqual(find(text), found, text);
  }
});

test('a term of editors is enough, and one that they removed tells the model nothing', () => {
  const find = finderOf({
    use: 'law',
    aspects: [
      { id: 'staff', terms: { add: ['unrelated helper'], remove: ['paralegal'] } },
      { id: 'parking', name: 'Parking', description: 'Where cars stand.', terms: ['person'] },
    ],
  });
  for (const [text = '', ...found] of [
    ['unrelated helper', 'staff unrelated helper'],
    ['a paralegal person', 'parking person'],
    ['a person', 'staff', 'parking person'],
  ]) {
    assert.deepEqual(find(text), found, text);
  }
});

test('other trades, and aspects of their own, are read by terms alone', () => {
  const own = [{ id: 'staff', name: 'Staff', description: 'Who works there.', terms: ['clerk'] }];
  for (const stored of [{ use: 'general', aspects: [] }, own]) {
    assert.deepEqual(finderOf(stored)('a person and money'), []);
  }
});

test('the shipped model finds what no term of the list names', () => {
  const read = createAspectReader({ ...shippedList('law'), trade: 'law' });
  const terms = createAspectReader({ ...shippedList('law'), trade: undefined });
  const words = 'they charge too much'.split(' ');
  assert.deepEqual(terms(words), []);
  assert.deepEqual(
    read(words).map(({ id }) => id),
    ['value-and-fees'],
  );
});
