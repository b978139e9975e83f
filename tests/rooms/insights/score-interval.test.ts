import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scoreOf } from '#insights/score.ts';
import { scoreInterval } from '#insights/score-interval.ts';
import { naiveInterval } from './naive-interval.ts';

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
    { numRuns: 300 },
  );
});

test('where all reviews agree, the bounds are those that the equation gives by hand', () => {
  // Nobody takes a side: d² = z² (1 − d) d / n with the other share at its least, d = z² / (n + z²).
  const z2 = 1.959964 ** 2;
  const bound = scoreOf(z2 / (10 + z2), 1);
  assert.deepEqual(scoreInterval(0, 0, 10), [-bound, bound]);
  assert.equal(scoreInterval(10, 0, 10)[1], 1);
});

test('without reviews everything is possible', () => {
  assert.deepEqual(scoreInterval(0, 0, 0), [-1, 1]);
});

const counts = fc
  .tuple(fc.nat(5000), fc.nat(5000), fc.nat(5000))
  .filter(([praise, blame, neither]) => praise + blame + neither > 0);

test('the interval holds the score, lies within −1 and 1, and mirrors when the sides are swapped', () => {
  fc.assert(
    fc.property(counts, ([praise, blame, neither]) => {
      const count = praise + blame + neither;
      const [low, high] = scoreInterval(praise, blame, count);
      const score = scoreOf(praise - blame, count);
      assert.ok(-1 <= low && low <= score && score <= high && high <= 1, `${low} ${score} ${high}`);
      const [mirroredLow, mirroredHigh] = scoreInterval(blame, praise, count);
      assert.ok(Math.abs(mirroredLow + high) <= 0.001 && Math.abs(mirroredHigh + low) <= 0.001);
    }),
  );
});

test('the interval narrows as there are more reviews that say the same', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 2, max: 9 }), ([praise, blame, neither], times) => {
      const count = praise + blame + neither;
      const [low, high] = scoreInterval(praise, blame, count);
      const [lower, higher] = scoreInterval(praise * times, blame * times, count * times);
      assert.ok(higher - lower <= high - low + 0.001);
    }),
  );
});

test('more praise never lowers a bound', () => {
  fc.assert(
    fc.property(counts, ([praise, blame, neither]) => {
      const count = praise + blame + neither;
      const before = scoreInterval(praise, blame, count);
      const after = scoreInterval(praise + 1, blame, count + 1);
      assert.ok(after[0] >= before[0] - 0.001 && after[1] >= before[1] - 0.001);
    }),
  );
});
