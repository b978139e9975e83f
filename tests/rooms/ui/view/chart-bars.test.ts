import assert from 'node:assert/strict';
import { test } from 'node:test';
import { histogramBars, mentionParts } from '../../../../site/ui/view/chart-bars.ts';

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

test('the parts of a bar stand side by side, praise first, and fill it', () => {
  const parts = mentionParts({ mentionCount: 8, positive: 4, neutral: 1, negative: 3 });

  assert.deepEqual(
    parts.map(({ kind, count, start, length }) => [kind, count, start, length]),
    [
      ['positive', 4, 0, 50],
      ['neutral', 1, 50, 12.5],
      ['negative', 3, 62.5, 37.5],
    ],
  );
});

test('mixed mentions have a part where there are any', () => {
  const parts = mentionParts({ mentionCount: 4, positive: 1, neutral: 0, negative: 2 });

  assert.deepEqual(
    parts.map(({ kind, start, length }) => [kind, start, length]),
    [
      ['positive', 0, 25],
      ['neutral', 25, 0],
      ['mixed', 25, 25],
      ['negative', 50, 50],
    ],
  );
});
