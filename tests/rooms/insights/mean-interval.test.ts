import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meanInterval } from '#insights/mean-interval.ts';

type Distribution = Readonly<Record<string, number>>;

const STARS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];

const anyDistribution = fc
  .array(fc.nat(40), { minLength: STARS.length, maxLength: STARS.length })
  .map(
    (counts): Distribution => Object.fromEntries(STARS.map((star, at) => [star, counts[at] ?? 0])),
  )
  .filter((distribution) => Object.values(distribution).some((count) => count > 0));

function ratingsOf(distribution: Distribution): number[] {
  return Object.entries(distribution).flatMap(([stars, count]) => Array(count).fill(Number(stars)));
}

const meanOf = (ratings: readonly number[]) =>
  ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;

function intervalOf(distribution: Distribution): readonly [low: number, high: number] {
  return meanInterval(distribution) ?? assert.fail('there are ratings');
}

test('of many ratings of one and five stars alone it is the score interval of Wilson', () => {
  // Newcombe 1998 (Statistics in Medicine 17:857), method 3: of 81 in 263, 0.2553 to 0.3662.
  for (const [part, all, expected] of [
    [81, 263, [0.2553, 0.3662]],
    [0, 20, [0, 0.1611]],
    [29, 29, [0.883, 1]],
  ] as const) {
    const shares = intervalOf({ '1': all - part, '5': part }).map((end) => (end - 1) / 4);
    for (const [at, share] of shares.entries()) {
      assert.ok(Math.abs(share - (expected[at] ?? Number.NaN)) < 0.0005, `${shares}`);
    }
  }
});

test('it contains the mean, stays between one star and five, and is none without ratings', () => {
  assert.equal(meanInterval({ '1': 0, '5': 0 }), undefined);
  fc.assert(
    fc.property(anyDistribution, (distribution) => {
      const [low, high] = intervalOf(distribution);
      const mean = meanOf(ratingsOf(distribution));
      assert.ok(low <= mean + 1e-9 && mean <= high + 1e-9, `${low} ${mean} ${high}`);
      assert.ok(low >= 1 - 1e-9 && high <= 5 + 1e-9 && low < high, `${low} ${high}`);
    }),
  );
});
