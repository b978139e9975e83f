import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wilsonInterval } from '#insights/wilson-interval.ts';

test('the interval is that of the published tables, from −1 to 1', () => {
  // Newcombe 1998 (Statistics in Medicine 17), table I, method 3: 81/263, 15/148, 0/20 and 1/29.
  for (const [positive, count, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const [lowest = 0, highest = 0] = wilsonInterval(positive, count - positive);
    assert.ok(Math.abs(lowest - (2 * low - 1)) < 0.0007, `${lowest}`);
    assert.ok(Math.abs(highest - (2 * high - 1)) < 0.0007, `${highest}`);
  }
});

test('without judgements everything is possible', () => {
  assert.deepEqual(wilsonInterval(0, 0), [-1, 1]);
});

test('the interval holds the score and lies within −1 and 1, the other way round for the other side', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (positive, negative) => {
      const [low, high] = wilsonInterval(positive, negative);
      assert.ok(low >= -1 && high <= 1 && low <= high);
      const score = (positive - negative) / Math.max(1, positive + negative);
      assert.ok(low <= score + 0.0005 && score - 0.0005 <= high);
      assert.deepEqual(
        wilsonInterval(negative, positive).map((bound) => -bound || 0),
        [high, low].map((bound) => bound || 0),
      );
    }),
  );
});
