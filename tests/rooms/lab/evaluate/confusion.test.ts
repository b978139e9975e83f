import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accuracyOf,
  countConfusion,
  macroF1Of,
} from '../../../../scripts/lab/evaluate/confusion.ts';
import type { Label } from '../../../../scripts/lab/labelled/label.ts';

const verdicts = (...pairs: readonly (readonly [Label, Label])[]) =>
  pairs.map(([gold, predicted]) => ({ gold, predicted }));

const SIX = verdicts(
  ['positive', 'positive'],
  ['positive', 'positive'],
  ['positive', 'negative'],
  ['negative', 'negative'],
  ['negative', 'mixed'],
  ['neutral', 'positive'],
);

test('A confusion matrix has a row for each label given and a column for each predicted', () => {
  assert.deepEqual(countConfusion(SIX), {
    labels: ['positive', 'neutral', 'negative', 'mixed'],
    counts: [
      [2, 0, 1, 0],
      [1, 0, 0, 0],
      [0, 0, 1, 1],
      [0, 0, 0, 0],
    ],
  });
  assert.deepEqual(countConfusion(verdicts(['negative', 'negative'])), {
    labels: ['negative'],
    counts: [[1]],
  });
});

test('Accuracy is the share of right verdicts', () => {
  assert.equal(accuracyOf(SIX), 3 / 6);
  assert.equal(accuracyOf([]), null);
});

test('Macro-F1 is the mean over the labels that people gave, the never predicted ones too', () => {
  // positive: 2 · 2 / (3 + 3); neutral: 0; negative: 2 · 1 / (2 + 2); mixed was never given.
  assert.equal(macroF1Of(SIX), (4 / 6 + 0 + 2 / 4) / 3);
  assert.equal(macroF1Of(verdicts(['positive', 'positive'])), 1);
  assert.equal(macroF1Of([]), null);
});
