import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAspects } from '../../../../scripts/lab/evaluate/aspects.ts';
import {
  calibrate,
  countConfusion,
  measureConfident,
  measureLabels,
  measureSides,
  type Verdict,
} from '../../../../scripts/lab/evaluate/measures.ts';

const SIX: readonly Verdict[] = [
  { gold: 'positive', predicted: 'positive' },
  { gold: 'positive', predicted: 'positive' },
  { gold: 'positive', predicted: 'negative' },
  { gold: 'negative', predicted: 'negative' },
  { gold: 'negative', predicted: 'mixed' },
  { gold: 'neutral', predicted: 'positive' },
];
const GOOD: Verdict = { gold: 'positive', predicted: 'positive' };
const BAD: Verdict = { gold: 'positive', predicted: 'negative' };

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
    BAD,
  ];
  assert.deepEqual(measureConfident(verdicts), {
    accuracyWhenConfident: { n: 3, value: 2 / 3 },
    answered: { n: 5, value: 3 / 5 },
  });
});

test('the calibration error is the gap of each bin, weighed by how many lie in it', () => {
  const { bins, calibrationError } = calibrate([
    { ...GOOD, confidence: 1 },
    { ...BAD, confidence: 0.96 },
    { ...GOOD, confidence: 0.5 },
    // A bin holds its upper bound.
    { ...GOOD, confidence: 0.75 },
  ]);
  assert.deepEqual(
    bins.map(({ accuracy: { n } }) => n),
    [1, 0, 0, 0, 1, 0, 0, 0, 0, 2],
  );
  const { confidence, accuracy } = bins[9] ?? {};
  assert.deepEqual([confidence?.value, accuracy?.value], [0.98, 0.5]);
  assert.deepEqual(bins[1]?.accuracy, { n: 0, value: null });
  // (1 · |0.5 - 1| + 1 · |0.75 - 1| + 2 · |0.98 - 0.5|) / 4
  assert.ok(Math.abs((calibrationError.value ?? 0) - 1.71 / 4) < 1e-12);
  assert.equal(calibrate([]).calibrationError.value, null);
});

test('precision, recall and F1 are of all aspects that were named or found', () => {
  const prediction = (isFound: boolean) => ({ ...GOOD, aspect: 'fees', isFound, confidence: 1 });
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
