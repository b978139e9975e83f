import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideMentions } from '../../../../scripts/lab/evaluate/aspects.ts';
import { holdOutDomains } from '../../../../scripts/lab/evaluate/domains.ts';
import type { Label } from '../../../../scripts/lab/labelled/labelled.ts';

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

test('mentions of an aspect take the surest label, and are mixed only where people gave that', () => {
  const both = [mention('positive', 0.95, 0.9), mention('negative', 0.8, -0.5)];
  const negative = [mention('neutral', 0.99), mention('negative', 0.8), mention('negative', 0.9)];
  for (const [mentions, isMixedGiven, label, confidence] of [
    [negative, true, 'negative', 0.9],
    [[mention('neutral', 0.9, -0.5)], false, 'neutral', 0.9],
    [both, true, 'mixed', 0.8],
    [[mention('mixed', 1)], true, 'mixed', 1],
    // Without it, it is the side to which the mentions lean.
    [both, false, 'positive', 0.6],
  ] as const) {
    assert.deepEqual(decideMentions(mentions, isMixedGiven), { label, confidence });
  }
});

test('no model learns from the domain that it judges', () => {
  const weighed = (text: string) => {
    const counts = { polarity: 1, opinion: 1, mixture: 0 };
    return { text, label: 'positive' as const, counts };
  };
  const learned: string[] = [];
  const uci = [['good food', 'bad luck'], ['good phone'], ['bad film', 'dull']];
  const data = { uci: uci.map((texts) => texts.map(weighed)), mams: [weighed('menu')] };
  const heldOut = holdOutDomains({ ...data, own: [weighed('lawyer')] }, (texts) => {
    learned.push(texts.map(({ text }) => text).join(', '));
    return () => ({ positive: 0.8, neutral: 0.1, negative: 0.1, mixed: 0 });
  });
  assert.deepEqual(learned, [
    'good phone, bad film, dull, menu, lawyer',
    'good food, bad luck, bad film, dull, menu, lawyer',
    'good food, bad luck, good phone, menu, lawyer',
  ]);
  assert.deepEqual(
    heldOut.map(({ domain }) => domain),
    ['yelp', 'amazon', 'imdb'],
  );
});
