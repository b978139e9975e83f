import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { histogramBars } from '../../../site/components/histogram.ts';

test('the most stars stand first, half stars in between, and the longest bar is full', () => {
  const ratingDistribution = { '1': 2, '2': 0, '3': 1, '4': 4, '5': 8, '4.5': 1 };

  const bars = histogramBars({ ratingDistribution });

  assert.deepEqual(
    bars.map(({ stars, count, length }) => [stars, count, length]),
    [
      [5, 8, 100],
      [4.5, 1, 12.5],
      [4, 4, 50],
      [3, 1, 12.5],
      [2, 0, 0],
      [1, 2, 25],
    ],
  );
});

test('without ratings every bar is empty', () => {
  const ratingDistribution = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };

  assert.deepEqual(
    histogramBars({ ratingDistribution }).map(({ length }) => length),
    [0, 0, 0, 0, 0],
  );
});

test('more ratings never make a shorter bar, and no bar is longer than full', () => {
  const counts = fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6));
  fc.assert(
    fc.property(counts, ([one, two, three]) => {
      const bars = histogramBars({ ratingDistribution: { '1': one, '2': two, '3': three } });
      for (const a of bars) {
        assert.ok(a.length >= 0 && a.length <= 100);
        for (const b of bars) if (a.count >= b.count) assert.ok(a.length >= b.length);
      }
    }),
  );
});
