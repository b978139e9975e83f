import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  measurePublished,
  reportPublished,
} from '../../../../scripts/lab/evaluate/measure-published.ts';
import {
  publishAspects,
  publishTexts,
} from '../../../../scripts/lab/evaluate/published-verdicts.ts';
import type { LabelledLine } from '../../../../scripts/lab/labelled/polarity-file.ts';
import { analysis, LIST, says } from './stand-ins.ts';

const line = (text: string, label: LabelledLine['label']): LabelledLine => ({ text, label });

test('in a file of two sides what is published neutral takes the likelier side in the accuracy', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so good', 'negative')];
  const figures = measurePublished(publishTexts(lines, analysis));
  assert.equal(figures.n, 3);
  assert.equal(figures.accuracy, 2 / 3);
  assert.equal(figures.coverage, 2 / 3);
  assert.equal(figures.accuracyWhenPublished, 1 / 2);
  // Both are published as surely as 0.8, and one of them is right.
  assert.ok(Math.abs((figures.calibrationError ?? 0) - 0.3) < 1e-9);
});

test('in a file that knows neutral the labels count as they are published', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so', 'neutral')];
  const figures = measurePublished(publishTexts(lines, analysis));
  assert.equal(figures.accuracy, 2 / 3);
  assert.equal(figures.coverage, 1 / 3);
  assert.equal(figures.accuracyWhenPublished, 1);
});

test('the peers stand beside, each with the same figures', () => {
  const lines = [line('good', 'positive'), line('bad', 'negative'), line('so', 'neutral')];
  const figures = measurePublished(publishTexts(lines, analysis));
  const all = { accuracy: 1, macroF1: 1, coverage: 2 / 3, accuracyWhenPublished: 1 };
  assert.deepEqual(figures.peers, { VADER: all, AFINN: all });
  assert.deepEqual(
    reportPublished('Labels', figures).rows.map(([name]) => name),
    ['as published', 'VADER', 'AFINN'],
  );
});

test('of an aspect that was not found nothing is published, and the whole text is its label', () => {
  const lines = [
    says('good food', 'food', 'positive'),
    says('good waiter', 'staff', 'positive'),
    says('bad staff', 'staff', 'negative'),
    says('nice food', 'food', 'neutral'),
  ];
  const verdicts = publishAspects(lines, LIST, analysis);
  assert.deepEqual(
    verdicts.map(({ predicted, published }) => [predicted, published.label]),
    [
      ['positive', 'positive'],
      ['positive', 'neutral'],
      ['negative', 'negative'],
      ['neutral', 'neutral'],
    ],
  );
  const { accuracy, coverage } = measurePublished(verdicts);
  assert.deepEqual([accuracy, coverage], [1, 2 / 4]);
});

test('figures of nothing are null', () => {
  const { n, peers, ...figures } = measurePublished([]);
  assert.equal(n, 0);
  assert.ok(Object.values(figures).every((figure) => figure === null));
});
