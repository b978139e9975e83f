import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BigramCounts } from '#insights/topics/bigram-counts.ts';
import { rankBigrams } from '#insights/topics/rank-bigrams.ts';

const NOWHERE = { reviewCount: 10_000, bigrams: new Map<string, number>() };

/** Ranks the bigrams of texts, each as often as it says. */
const rank = (
  texts: Readonly<Record<string, number>>,
  reviewCount: number,
  { background = NOWHERE, excluded = new Set<string>() } = {},
) => {
  const counts = new BigramCounts();
  for (const [text, times] of Object.entries(texts)) {
    for (let time = 0; time < times; time++) counts.add(counts.read(text));
  }
  return rankBigrams(counts, reviewCount, background, excluded).map(({ words }) => words.join(' '));
};

test('the heaviest comes first, of the same weight the first by the alphabet', () => {
  const texts = { 'red zebra': 3, 'red apple': 3, 'blue moon': 4 };
  assert.deepEqual(rank(texts, 100), ['blue moon', 'red apple', 'red zebra']);
  const background = { reviewCount: 1000, bigrams: new Map([['blue moon', 1]]) };
  assert.deepEqual(rank({ 'red apple': 10, 'blue moon': 8 }, 100, { background }), [
    'blue moon',
    'red apple',
  ]);
});

test('too rare, too common and ordinary ones are left out', () => {
  assert.deepEqual(rank({ 'red apple': 1 }, 100), []);
  assert.deepEqual(rank({ 'red apple': 4, 'blue moon': 5 }, 1000), ['blue moon']);
  assert.deepEqual(rank({ 'red apple': 40, 'blue moon': 41 }, 100), ['red apple']);
  const background = { reviewCount: 1000, bigrams: new Map([['red apple', 90]]) };
  assert.deepEqual(rank({ 'red apple': 10 }, 100, { background }), []);
});

test('none with an excluded word is ranked', () => {
  const texts = { 'red apple': 5, 'apple tree': 5, 'blue moon': 5 };
  assert.deepEqual(rank(texts, 100, { excluded: new Set(['apple']) }), ['blue moon']);
});

test('at most a hundred are ranked', () => {
  const texts = Array.from({ length: 120 }, (_, index) => [`red word${index}`, 3] as const);
  assert.equal(rank(Object.fromEntries(texts), 100).length, 100);
});
