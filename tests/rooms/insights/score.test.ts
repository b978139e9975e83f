import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreInterval, scoreOf } from '#insights/score.ts';

test('a score is rounded half away from zero to three decimals, and zero has no sign', () => {
  for (const [sum, count, score] of [
    [1, 3, 0.333],
    [-2, 3, -0.667],
    [1, 16, 0.063],
    [-1, 16, -0.063],
    // As a binary fraction 1003 / 2000 is a little less than 0.5015.
    [1003, 2000, 0.502],
    [-7, 7, -1],
    [0, 0, 0],
    [-0, 5, 0],
    [-1, 10_000, 0],
  ] as const) {
    assert.ok(Object.is(scoreOf(sum, count), score), `${sum} / ${count}`);
  }
});

test('the interval is that of a published example', () => {
  // Airway hyper-responsiveness (Bentur 2009) in Fagerland, Lydersen and Laake 2014 (Statistics in
  // Medicine 33:2850): Tango's asymptotic score interval of (1 − 7) / 21.
  assert.deepEqual(scoreInterval(1, 7, 21), [-0.517, -0.026]);
});
