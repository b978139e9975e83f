import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAspects } from '../../../../scripts/lab/evaluate/aspects.ts';
import {
  measureCalibration,
  measureConfident,
  measureLabels,
  measureSides,
} from '../../../../scripts/lab/evaluate/measures.ts';
import type { Label } from '../../../../scripts/lab/labeled/labeled.ts';

const verdict = (gold: Label, predicted: Label, confidence = 1) => ({
  gold,
  predicted,
  confidence,
});
const SIX = [
  verdict('positive', 'positive', 0.78),
  verdict('positive', 'positive', 0.99),
  verdict('positive', 'negative', 0.9),
  verdict('negative', 'negative', 0.7799),
  verdict('negative', 'mixed', 0),
  verdict('neutral', 'positive', 0),
];

test('each measure follows its definition', () => {
  assert.deepEqual(measureLabels(SIX), {
    accuracy: { n: 6, value: 3 / 6 },
    // positive: 2 · 2 / (3 + 3); neutral: 0; negative: 2 · 1 / (2 + 2); mixed was never given.
    macroF1: { n: 6, value: (4 / 6 + 0 + 2 / 4) / 3 },
  });
  const nothing = { n: 0, value: null };
  assert.deepEqual(measureLabels([]), { accuracy: nothing, macroF1: nothing });
  assert.deepEqual(measureSides(SIX), {
    sidesTaken: { n: 6, value: 5 / 6 },
    accuracyOfSides: { n: 5, value: 3 / 5 },
  });
  assert.deepEqual(measureConfident(SIX), {
    accuracyWhenConfident: { n: 3, value: 2 / 3 },
    answered: { n: 6, value: 3 / 6 },
  });
  const { n, value } = measureCalibration([
    verdict('positive', 'positive', 1),
    verdict('positive', 'negative', 0.96),
    verdict('positive', 'positive', 0.5),
    // A bin holds its upper bound, so these are in two.
    verdict('positive', 'positive', 0.75),
    verdict('positive', 'negative', 0.76),
  ]);
  // (1 · |0.5 - 1| + 1 · |0.75 - 1| + 1 · |0.76 - 0| + 2 · |0.98 - 0.5|) / 5
  assert.ok(n === 5 && Math.abs((value ?? 0) - 2.47 / 5) < 1e-12);
  const predictions = [true, false, false, false].map((isFound) => ({
    ...verdict('positive', 'positive'),
    aspect: 'fees',
    isFound,
  }));
  assert.deepEqual(measureAspects({ texts: 3, found: ['fees', 'staff', 'staff'], predictions }), {
    aspectPrecision: { n: 3, value: 1 / 3 },
    aspectRecall: { n: 3, value: 1 / 4 },
    aspectF1: { n: 3, value: 2 / 7 },
    aspectSentimentAccuracy: { n: 1, value: 1 },
  });
});
