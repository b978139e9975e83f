import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundScore, scoreOf } from '#insights/score.ts';

test('a score is rounded half away from zero to three decimals', () => {
  assert.equal(scoreOf(1, 3), 0.333);
  assert.equal(scoreOf(-2, 3), -0.667);
  assert.equal(scoreOf(1, 16), 0.063);
  assert.equal(scoreOf(-1, 16), -0.063);
  // As a binary fraction 1003 / 2000 is a little less than 0.5015.
  assert.equal(scoreOf(1003, 2000), 0.502);
  assert.equal(scoreOf(-7, 7), -1);
});

test('the score of nothing is zero, and zero has no sign', () => {
  for (const score of [scoreOf(0, 0), scoreOf(0, 5), scoreOf(-0, 5), scoreOf(-1, 10_000)]) {
    assert.ok(Object.is(score, 0));
  }
});

test('any score is rounded in the same way', () => {
  assert.deepEqual([0.0625, -0.0625, 0.9994, -0.0001].map(roundScore), [0.063, -0.063, 0.999, 0]);
});
