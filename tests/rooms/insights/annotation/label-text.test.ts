import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextLabeller } from '#insights/annotation/label-text.ts';
import { judgeByWords, judgementOf } from '../judge-by-words.ts';

const labelText = createTextLabeller(judgeByWords);

test('a text is labelled by all its sentences, as sure as the least sure that speaks', () => {
  assert.deepEqual(labelText('Good. So. Good too.'), { label: 'positive', confidence: 0.9 });
  assert.deepEqual(labelText('A bad day'), { label: 'negative', confidence: 0.9 });
  assert.deepEqual(labelText('A day. A night.'), { label: 'neutral', confidence: 0.9 });
  assert.deepEqual(labelText('Good but bad.'), { label: 'mixed', confidence: 0.8 });
});

test('the likelier side is taken, however unsure', () => {
  const labelWith = (share: number) => createTextLabeller(() => judgementOf(share, 0.25))('A day');
  assert.deepEqual(labelWith(0.5625), { label: 'positive', confidence: 0.5625 });
  assert.deepEqual(labelWith(0.4375), { label: 'negative', confidence: 0.5625 });
});

test('no text is neutral', () => {
  assert.deepEqual(labelText(''), { label: 'neutral', confidence: 1 });
});
