import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BitSet } from '#insights/topics/bit-set.ts';
import { groupBigrams } from '#insights/topics/group-bigrams.ts';

/** Groups bigrams, the heaviest first, that stand in the reviews with some numbers. */
const group = (reviewsOf: Readonly<Record<string, readonly number[]>>) => {
  const all = Object.entries(reviewsOf);
  const ranked = all.map(([bigram, { length }], number) => {
    const [first = '', second = ''] = bigram.split(' ');
    const words = [first, second] as const;
    return { number, words, count: length, weight: 100 - number };
  });
  const holders = all.map(([, reviews]) => {
    const set = new BitSet();
    for (const review of reviews) set.add(review);
    return set;
  });
  const groups = groupBigrams(ranked, new Map(holders.entries()));
  return groups.map((bigrams) => bigrams.map(({ words }) => words.join(' ')));
};

test('a bigram joins one with a word in common that stands in a third of its reviews', () => {
  assert.deepEqual(
    group({ 'red apple': [0, 1, 2], 'red moon': [2, 3, 4], 'apple tree': [4, 5, 6] }),
    [['red apple', 'red moon', 'apple tree']],
  );
});

test('without a common word, or with less in common, it begins another group', () => {
  assert.deepEqual(
    group({ 'red apple': [0, 1, 2], 'blue moon': [0, 1, 2], 'red moon': [2, 3, 4, 5] }),
    [['red apple'], ['blue moon'], ['red moon']],
  );
});

test('of a sixth bigram of a group nothing is told', () => {
  const words = ['apple', 'bird', 'cat', 'dog', 'egg', 'fox'];
  const groups = group(Object.fromEntries(words.map((word) => [`red ${word}`, [1, 2, 3]])));
  assert.deepEqual(groups, [words.slice(0, 5).map((word) => `red ${word}`)]);
});

test('after the twelfth group bigrams still join, but begin no other', () => {
  const alone = Array.from({ length: 13 }, (_, index) => [`a${index} b${index}`, [index]] as const);
  const groups = group({ ...Object.fromEntries(alone), 'a3 z': [3] });
  assert.equal(groups.length, 12);
  assert.deepEqual(groups[3], ['a3 b3', 'a3 z']);
});
