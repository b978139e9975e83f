import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseOfMentions, chooseOfText } from '../../../../scripts/lab/evaluate/aspects.ts';
import { judgeDomains } from '../../../../scripts/lab/evaluate/domains.ts';
import {
  measurePublished,
  publishAspects,
  publishTexts,
} from '../../../../scripts/lab/evaluate/published.ts';
import type { Domain } from '../../../../scripts/lab/labelled/find-data.ts';
import {
  LABELS,
  type Label,
  type LabelledLine,
} from '../../../../scripts/lab/labelled/labelled.ts';
import { analysis, judge, LIST, says } from './stand-ins.ts';

const mention = (sentiment: Label, confidence: number, score = 0) => ({
  id: 'staff',
  sentiment,
  confidence,
  score,
  about: 'business' as const,
  quote: '',
  start: 0,
  end: 0,
});
const ALL = new Set(LABELS);
const THREE = new Set<Label>(['positive', 'neutral', 'negative']);
const TWO = new Set<Label>(['positive', 'negative']);

test('mentions of an aspect, and a whole text, take the surest label that somebody gave', () => {
  const both = [mention('positive', 0.95, 0.9), mention('negative', 0.8, -0.5)];
  const unsided = [mention('neutral', 0.9, -0.5)];
  const negative = [mention('neutral', 0.99), mention('negative', 0.8), mention('negative', 0.9)];
  for (const [mentions, given, label, confidence] of [
    [negative, ALL, 'negative', 0.9],
    [both, ALL, 'mixed', 0.8],
    [[mention('mixed', 1)], ALL, 'mixed', 1],
    // Where nobody gave mixed or neutral, it is the side to which the mentions lean.
    [both, THREE, 'positive', 0.6],
    [unsided, TWO, 'negative', 0.75],
    [unsided, THREE, 'neutral', 0.9],
  ] as const) {
    assert.deepEqual(chooseOfMentions(mentions, given), { label, confidence });
  }
  const reading = {
    judge: () => ({ positive: 0.3, neutral: 0.6, negative: 0.1, mixed: 0 }),
    labelText: () => ({ label: 'mixed' as const, confidence: 0.5 }),
  };
  assert.deepEqual(chooseOfText('', ALL, reading), { label: 'mixed', confidence: 0.5 });
  assert.deepEqual(chooseOfText('', THREE, reading), { label: 'neutral', confidence: 0.6 });
  assert.equal(chooseOfText('', TWO, reading).label, 'positive');
});

const line = (text: string, label: LabelledLine['label']): LabelledLine => ({ text, label });

test('what is published neutral takes the likelier side in a file of two sides alone', () => {
  const two = [line('good', 'positive'), line('bad', 'negative'), line('so good', 'negative')];
  const { peers: _, calibrationError, ...figures } = measurePublished(publishTexts(two, analysis));
  const shares = { accuracy: 2 / 3, coverage: 2 / 3, accuracyWhenPublished: 1 / 2 };
  assert.deepEqual(figures, { n: 3, macroF1: figures.macroF1, ...shares });
  // Both are published as surely as 0.8, and one of them is right.
  assert.ok(Math.abs((calibrationError ?? 0) - 0.3) < 1e-9);
  const three = [line('good', 'positive'), line('bad', 'negative'), line('so', 'neutral')];
  const { peers, accuracy, coverage } = measurePublished(publishTexts(three, analysis));
  assert.deepEqual([accuracy, coverage], [2 / 3, 1 / 3]);
  const all = { accuracy: 1, macroF1: 1, coverage: 2 / 3, accuracyWhenPublished: 1 };
  assert.deepEqual(peers, { VADER: all, AFINN: all });
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
    verdicts.map(({ predicted, published }) => `${predicted} ${published.label}`),
    ['positive positive', 'positive neutral', 'negative negative', 'neutral neutral'],
  );
  const { accuracy, coverage } = measurePublished(verdicts);
  assert.deepEqual([accuracy, coverage], [1, 2 / 4]);
});

const DATA = {
  uci: new Map<Domain, LabelledLine[]>([
    ['imdb', [line('bad film', 'negative'), line('dull', 'positive')]],
    ['yelp', [line('good food', 'positive'), line('bad luck', 'positive')]],
    ['amazon', [line('good phone', 'positive')]],
  ]),
  mams: [line('menu', 'positive')],
  own: [line('lawyer', 'positive')],
};

test('no model learns from the domain that it judges', () => {
  const learned: string[][] = [];
  judgeDomains(DATA, (examples) => {
    learned.push(examples.map(({ text }) => text));
    return judge;
  });
  assert.deepEqual(learned, [
    ['good phone', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good phone', 'bad film', 'dull'],
    ['good food', 'bad luck', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'bad film', 'dull'],
    ['good food', 'bad luck', 'good phone', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'good phone'],
  ]);
});
