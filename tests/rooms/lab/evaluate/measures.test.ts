import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAspects } from '../../../../scripts/lab/evaluate/aspects.ts';
import {
  countConfusion,
  measureCalibration,
  measureConfident,
  measureLabels,
  measureSides,
} from '../../../../scripts/lab/evaluate/measures.ts';
import type { Label } from '../../../../scripts/lab/labelled/labelled.ts';

const verdict = (gold: Label, predicted: Label, confidence = 1) => ({
  gold,
  predicted,
  confidence,
});
const SIX = [
  verdict('positive', 'positive'),
  verdict('positive', 'positive'),
  verdict('positive', 'negative'),
  verdict('negative', 'negative'),
  verdict('negative', 'mixed'),
  verdict('neutral', 'positive'),
];
const GOOD = verdict('positive', 'positive');
const BAD = verdict('positive', 'negative');

test('a confusion matrix has a row for each label given and a column for each predicted', () => {
  const labels = ['positive', 'neutral', 'negative', 'mixed'];
  const counts = [
    [2, 0, 1, 0],
    [1, 0, 0, 0],
    [0, 0, 1, 1],
    [0, 0, 0, 0],
  ];
  assert.deepEqual(countConfusion(SIX), { labels, counts });
  assert.deepEqual(countConfusion([GOOD]), { labels: ['positive'], counts: [[1]] });
});

test('accuracy is the share of right verdicts, macro-F1 the mean over the labels given', () => {
  const { accuracy, macroF1 } = measureLabels(SIX);
  assert.deepEqual(accuracy, { n: 6, value: 3 / 6 });
  // positive: 2 · 2 / (3 + 3); neutral: 0; negative: 2 · 1 / (2 + 2); mixed was never given.
  assert.deepEqual(macroF1, { n: 6, value: (4 / 6 + 0 + 2 / 4) / 3 });
  assert.equal(measureLabels([GOOD]).macroF1.value, 1);
  const nothing = { n: 0, value: null };
  assert.deepEqual(measureLabels([]), { accuracy: nothing, macroF1: nothing });
});

test('neutral and mixed are no side', () => {
  assert.deepEqual(measureSides(SIX), {
    sidesTaken: { n: 6, value: 5 / 6 },
    accuracyOfSides: { n: 5, value: 3 / 5 },
  });
});

test('only verdicts that are at least 0.78 sure count as answered', () => {
  const verdicts = [
    { ...GOOD, confidence: 0.78 },
    { ...BAD, confidence: 0.9 },
    { ...GOOD, confidence: 0.99 },
    { ...BAD, confidence: 0.7799 },
    { ...BAD, confidence: 0 },
  ];
  assert.deepEqual(measureConfident(verdicts), {
    accuracyWhenConfident: { n: 3, value: 2 / 3 },
    answered: { n: 5, value: 3 / 5 },
  });
});

test('the calibration error is the gap of each bin, weighed by how many lie in it', () => {
  const { n, value } = measureCalibration([
    { ...GOOD, confidence: 1 },
    { ...BAD, confidence: 0.96 },
    { ...GOOD, confidence: 0.5 },
    // A bin holds its upper bound, so these are in two.
    { ...GOOD, confidence: 0.75 },
    { ...BAD, confidence: 0.76 },
  ]);
  // (1 · |0.5 - 1| + 1 · |0.75 - 1| + 1 · |0.76 - 0| + 2 · |0.98 - 0.5|) / 5
  assert.equal(n, 5);
  assert.ok(Math.abs((value ?? 0) - 2.47 / 5) < 1e-12);
  assert.equal(measureCalibration([]).value, null);
});

test('precision, recall and F1 are of all aspects that were named or found', () => {
  const prediction = (isFound: boolean) => ({ ...GOOD, aspect: 'fees', isFound });
  const shares = measureAspects({
    texts: 3,
    found: ['fees', 'staff', 'staff'],
    predictions: [prediction(true), prediction(false), prediction(false), prediction(false)],
  });
  assert.deepEqual(shares, {
    aspectPrecision: { n: 3, value: 1 / 3 },
    aspectRecall: { n: 3, value: 1 / 4 },
    aspectF1: { n: 3, value: 2 / 7 },
    aspectSentimentAccuracy: { n: 1, value: 1 },
  });
  const nothing = measureAspects({ texts: 1, found: [], predictions: [] });
  assert.deepEqual(nothing.aspectF1, { n: 1, value: null });
});
