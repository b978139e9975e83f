import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { weighBigram } from '#insights/topics/weigh-bigram.ts';

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);

test('the weight is the z-score of the log-odds ratio', () => {
  // (10.5 + 1) / 190 against (10.5 + 1) of 1000 + 101, by hand: 1 of 100 is expected.
  const weight = weighBigram({ count: 10, reviewCount: 100 }, { count: 10, reviewCount: 1000 });
  const ratio = Math.log(11.5 / 189.5) - Math.log(11.5 / 1089.5);
  close(weight, ratio / Math.sqrt(2 / 11.5));
});

test('what is as frequent in the background weighs nothing', () => {
  close(weighBigram({ count: 20, reviewCount: 1000 }, { count: 20, reviewCount: 1000 }), 0);
});

test('more reviews with it weigh more, and more of them in the background less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(99), (count, other) => {
      const weigh = (here: number, there: number) =>
        weighBigram({ count: here, reviewCount: 100 }, { count: there, reviewCount: 5000 });
      assert.ok(weigh(count + 1, other) > weigh(count, other));
      assert.ok(Number.isFinite(weigh(count, other)));
    }),
  );
  const there = (count: number) =>
    weighBigram({ count: 5, reviewCount: 100 }, { count, reviewCount: 100 });
  assert.ok(there(6) < there(5) && there(5) < there(4));
});

test('without a background there is a weight too', () => {
  assert.ok(weighBigram({ count: 5, reviewCount: 10 }, { count: 0, reviewCount: 0 }) > 0);
});
