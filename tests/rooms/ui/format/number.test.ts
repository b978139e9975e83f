import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatCount,
  formatNumber,
  formatScore,
  formatShare,
  scoreWords,
} from '../../../../site/ui/format/number.ts';

test('numbers are written as the language writes them', () => {
  assert.equal(formatNumber(10_204, 'en'), '10,204');
  assert.equal(formatNumber(4.31, 'de'), '4,31');
  assert.equal(formatNumber(5, 'en'), '5');
});

test('a share is a whole per cent, but never a nought for something', () => {
  assert.equal(formatShare(105, 152, 'en'), '69%');
  assert.equal(formatShare(1, 10_000, 'en'), '< 1%');
  assert.equal(formatShare(0, 10, 'en'), '0%');
  assert.equal(formatShare(0, 0, 'en'), '0%');
});

test('a score has its sign, unless it is nought', () => {
  assert.equal(formatScore(0.316, 'en'), '+0.32');
  assert.equal(formatScore(-0.5, 'en'), '−0.5');
  assert.equal(formatScore(0, 'en'), '0');
  assert.equal(formatNumber(-0.5, 'en'), '-0.5');
});

test('a count takes the noun that fits', () => {
  assert.equal(formatCount(1, 'review', 'reviews', 'en'), '1 review');
  assert.equal(formatCount(0, 'review', 'reviews', 'en'), '0 reviews');
  assert.equal(formatCount(1200, 'review', 'reviews', 'en'), '1,200 reviews');
});

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
