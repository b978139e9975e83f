import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scoreInterval, scoreOf } from '#insights/score.ts';
import { runs } from '../../support/at-length.ts';
import { naiveInterval } from './naive-interval.ts';

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
  const rounded = [0.0625, -0.0625, 0.9994, -0.0001].map((score) => scoreOf(score, 1));
  assert.deepEqual(rounded, [0.063, -0.063, 0.999, 0]);
});

test('the interval is that of a published example', () => {
  // Airway hyper-responsiveness (Bentur 2009) in Fagerland, Lydersen and Laake 2014 (Statistics in
  // Medicine 33:2850): Tango's asymptotic score interval of (1 − 7) / 21.
  assert.deepEqual(scoreInterval(1, 7, 21), [-0.517, -0.026]);
});

test('the interval is that which the likelihood gives step by step', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.nat(40), (praise, blame, neither) => {
      const count = praise + blame + neither;
      const expected = naiveInterval(praise, blame, count);
      const actual = scoreInterval(praise, blame, count);
      for (const end of [0, 1] as const) {
        assert.ok(Math.abs(actual[end] - expected[end]) < 0.0011, `${actual} ${expected}`);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('without reviews everything is possible', () => {
  assert.deepEqual(scoreInterval(0, 0, 0), [-1, 1]);
});
