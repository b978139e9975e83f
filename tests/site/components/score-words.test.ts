import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreWords } from '../../../site/components/score-words.ts';

for (const [score, words] of [
  [1, 'mostly positive'],
  [0.5, 'mostly positive'],
  [0.499, 'rather positive'],
  [0.15, 'rather positive'],
  [0.149, 'about even'],
  [0, 'about even'],
  [-0.149, 'about even'],
  [-0.15, 'rather negative'],
  [-1, 'mostly negative'],
] as const) {
  test(`a score of ${score} is ${words}`, () => assert.equal(scoreWords(score), words));
}
