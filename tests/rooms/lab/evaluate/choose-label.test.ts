import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseOfMentions, chooseOfText } from '../../../../scripts/lab/evaluate/choose-label.ts';
import { LABELS, type Label } from '../../../../scripts/lab/labelled/label.ts';

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
