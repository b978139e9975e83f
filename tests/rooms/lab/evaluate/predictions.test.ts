import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdOutDomains } from '../../../../scripts/lab/evaluate/domains.ts';

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
