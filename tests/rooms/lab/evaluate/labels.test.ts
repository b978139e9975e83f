import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseOfMentions,
  chooseOfText,
  predictAspects,
} from '../../../../scripts/lab/evaluate/aspects.ts';
import { labelByPeer, labelSideByPeer, PEERS } from '../../../../scripts/lab/evaluate/peers.ts';
import { LABELS, type Label } from '../../../../scripts/lab/labelled/labelled.ts';
import { analysis, LIST, says } from './stand-ins.ts';

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

test('Mentions of one side take it, as surely as the surest of them', () => {
  const mentions = [mention('neutral', 0.99), mention('negative', 0.8), mention('negative', 0.9)];
  assert.deepEqual(chooseOfMentions(mentions, ALL), { label: 'negative', confidence: 0.9 });
});

test('Mentions of both sides are mixed, as surely as the less sure side', () => {
  const mentions = [mention('positive', 0.95), mention('negative', 0.8)];
  assert.deepEqual(chooseOfMentions(mentions, ALL), { label: 'mixed', confidence: 0.8 });
  const mixed = [mention('mixed', 1)];
  assert.deepEqual(chooseOfMentions(mixed, ALL), { label: 'mixed', confidence: 1 });
});

test('Where nobody gave mixed or neutral, mentions take the side to which they lean', () => {
  const both = [mention('positive', 0.95, 0.9), mention('negative', 0.8, -0.5)];
  assert.deepEqual(chooseOfMentions(both, THREE), { label: 'positive', confidence: 0.6 });
  const neither = [mention('neutral', 0.9, -0.5)];
  assert.deepEqual(chooseOfMentions(neither, TWO), { label: 'negative', confidence: 0.75 });
  assert.deepEqual(chooseOfMentions(neither, THREE), { label: 'neutral', confidence: 0.9 });
});

test('A whole text takes a label that somebody gave', () => {
  const analysis = {
    judge: () => ({ positive: 0.3, neutral: 0.6, negative: 0.1, mixed: 0 }),
    labelText: () => ({ label: 'mixed' as const, confidence: 0.5 }),
  };
  assert.deepEqual(chooseOfText('', ALL, analysis), { label: 'mixed', confidence: 0.5 });
  assert.deepEqual(chooseOfText('', THREE, analysis), { label: 'neutral', confidence: 0.6 });
  assert.equal(chooseOfText('', TWO, analysis).label, 'positive');
});

const LINES = [
  says('good food', 'food', 'positive'),
  says('bad staff', 'staff', 'positive'),
  says('bad waiter', 'staff', 'negative'),
  { text: 'nice food' },
  says('good food bad staff', 'food', 'positive'),
  says('good food bad staff', 'staff', 'negative'),
];

test('An aspect takes the side of its mentions, or of the whole text where it was not found', () => {
  const { predictions } = predictAspects(LINES, LIST, analysis);
  assert.deepEqual(
    predictions.map(({ aspect, isFound, predicted }) => [aspect, isFound, predicted]),
    [
      ['food', true, 'positive'],
      ['staff', true, 'negative'],
      ['staff', false, 'negative'],
      ['food', true, 'positive'],
      ['staff', true, 'negative'],
    ],
  );
});

const [VADER, AFINN] = PEERS;
assert.ok(VADER && AFINN);

test('VADER gives the compound that its authors give', () => {
  // The first example of the README of cjhutto/vaderSentiment.
  assert.equal(VADER.score('VADER is smart, handsome, and funny.'), 0.8316);
});

test('AFINN sums what it gives each word', () => {
  assert.equal(AFINN.score('Cats are stupid.'), -2);
});

test('VADER is neutral within 0.05 of 0, and of two labels negative below 0', () => {
  const at = (score: number) => ({ ...VADER, score: () => score });
  assert.deepEqual(
    [0.05, 0.049, 0, -0.049, -0.05].map((score) => labelByPeer(at(score), '')),
    ['positive', 'neutral', 'neutral', 'neutral', 'negative'],
  );
  assert.deepEqual(
    [0.01, 0, -0.01].map((score) => labelSideByPeer(at(score), '')),
    ['positive', 'positive', 'negative'],
  );
});

test('AFINN is neutral at 0 alone', () => {
  const at = (score: number) => ({ ...AFINN, score: () => score });
  assert.deepEqual(
    [1, 0, -1].map((score) => labelByPeer(at(score), '')),
    ['positive', 'neutral', 'negative'],
  );
});
