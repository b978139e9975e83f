import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureConfident } from '../../../../scripts/lab/evaluate/confident.ts';

const GOOD = { gold: 'positive', predicted: 'positive' } as const;
const BAD = { gold: 'positive', predicted: 'negative' } as const;

test('Only what is at least 0.8 sure counts as answered', () => {
  const predictions = [
    { ...GOOD, confidence: 0.8 },
    { ...BAD, confidence: 0.9 },
    { ...GOOD, confidence: 0.99 },
    { ...BAD, confidence: 0.7499 },
  ];
  assert.deepEqual(measureConfident(predictions), {
    accuracyWhenConfident: 2 / 3,
    answered: 3 / 4,
  });
});

test('Where nothing is sure there is no accuracy of what is', () => {
  const unsure = measureConfident([{ ...GOOD, confidence: 0.6 }]);
  assert.deepEqual(unsure, { accuracyWhenConfident: null, answered: 0 });
  assert.deepEqual(measureConfident([]), { accuracyWhenConfident: null, answered: null });
});
