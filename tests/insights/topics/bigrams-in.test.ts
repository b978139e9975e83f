import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bigramsIn } from '#insights/topics/bigrams-in.ts';

test('bigrams are folded, with the second word in the singular, each once', () => {
  assert.deepEqual(
    [...bigramsIn('Car accidents happen; my CAR ACCIDENT was in San Marcos.')],
    ['car accident', 'accidents happen', 'san marco'],
  );
});

test('no bigram holds a stop word or reaches over one', () => {
  assert.deepEqual([...bigramsIn('The adjuster and the insurance of 2026 were late')], []);
});
