import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accuracyOf,
  calibrate,
  countConfusion,
  macroF1Of,
  measureConfident,
  measureDetection,
  measureSides,
  type Verdict,
} from '../../../../scripts/lab/evaluate/metrics.ts';

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
  assert.equal(accuracyOf(SIX), 3 / 6);
  // positive: 2 · 2 / (3 + 3); neutral: 0; negative: 2 · 1 / (2 + 2); mixed was never given.
  assert.equal(macroF1Of(SIX), (4 / 6 + 0 + 2 / 4) / 3);
  assert.equal(macroF1Of([GOOD]), 1);
  assert.deepEqual([accuracyOf([]), macroF1Of([])], [null, null]);
});

test('neutral and mixed are no side', () => {
  const figures = { taken: 5, sidesTaken: 5 / 6, accuracyOfSides: 3 / 5 };
  assert.deepEqual(measureSides(SIX), figures);
  assert.deepEqual(measureSides([]), { taken: 0, sidesTaken: null, accuracyOfSides: null });
});

test('only predictions that are at least 0.8 sure count as answered', () => {
  const predictions = [
    { ...GOOD, confidence: 0.8 },
    { ...BAD, confidence: 0.9 },
    { ...GOOD, confidence: 0.99 },
    { ...BAD, confidence: 0.7499 },
  ];
  const figures = { accuracyWhenConfident: 2 / 3, answered: 3 / 4 };
  assert.deepEqual(measureConfident(predictions), figures);
  assert.deepEqual(measureConfident([]), { accuracyWhenConfident: null, answered: null });
});

test('the calibration error is the gap of each bin, weighed by how many lie in it', () => {
  const { bins, error } = calibrate(
    [
      { ...GOOD, confidence: 1 },
      { ...BAD, confidence: 0.96 },
      { ...GOOD, confidence: 0.5 },
      { ...GOOD, confidence: 0.75 },
    ],
    0.5,
  );
  const counts = bins.map(({ n }) => n);
  assert.deepEqual(counts, [1, 0, 0, 0, 1, 0, 0, 0, 0, 2]);
  assert.deepEqual(bins[9], { from: 0.95, to: 1, n: 2, confidence: 0.98, accuracy: 0.5 });
  assert.deepEqual(bins[1], { from: 0.55, to: 0.6, n: 0, confidence: null, accuracy: null });
  // (1 · |0.5 - 1| + 1 · |0.75 - 1| + 2 · |0.98 - 0.5|) / 4
  assert.ok(Math.abs((error ?? 0) - 1.71 / 4) < 1e-12);
  assert.equal(calibrate([], 0.5).error, null);
  // A bin holds its upper bound.
  const atBound = calibrate([{ ...GOOD, confidence: 0.1 }], 0);
  assert.equal(atBound.bins[0]?.n, 1);
});

const finding = (gold: readonly string[], found: readonly string[]) => ({
  gold: new Set(gold),
  found: new Set(found),
});
const FINDINGS = [
  finding(['staff', 'fees'], ['staff', 'outcome']),
  finding([], ['staff']),
  finding(['fees'], ['fees']),
  finding(['fees'], []),
];

test('precision, recall and F1 are of all findings, or of one aspect', () => {
  const all = { n: 4, precision: 2 / 4, recall: 2 / 4, f1: 4 / 8 };
  assert.deepEqual(measureDetection(FINDINGS), all);
  const fees = { n: 3, precision: 1, recall: 1 / 3, f1: 2 / 4 };
  assert.deepEqual(measureDetection(FINDINGS, 'fees'), fees);
  const nothing = { n: 0, precision: null, recall: null, f1: null };
  assert.deepEqual(measureDetection([finding([], [])]), nothing);
  const missed = { n: 1, precision: null, recall: 0, f1: 0 };
  assert.deepEqual(measureDetection([finding(['fees'], [])]), missed);
});
