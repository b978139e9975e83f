import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSides } from '../../../../scripts/lab/evaluate/sides.ts';

test('Neutral and mixed are no side', () => {
  const verdicts = [
    { gold: 'positive', predicted: 'positive' },
    { gold: 'mixed', predicted: 'negative' },
    { gold: 'neutral', predicted: 'neutral' },
    { gold: 'negative', predicted: 'neutral' },
    { gold: 'mixed', predicted: 'mixed' },
  ] as const;
  assert.deepEqual(measureSides(verdicts), { taken: 2, sidesTaken: 2 / 5, accuracyOfSides: 1 / 2 });
});

test('Of nothing there are no shares', () => {
  assert.deepEqual(measureSides([]), { taken: 0, sidesTaken: null, accuracyOfSides: null });
});
