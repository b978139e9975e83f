import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, decideSide } from '#insights/polarity/judgement.ts';

test('the likeliest of three decides; even with another, neutral does, then positive', () => {
  assert.deepEqual(decide({ positive: 0.2, neutral: 0.3, negative: 0.5, mixed: 0.6 }), {
    label: 'negative',
    confidence: 0.5,
  });
  assert.deepEqual(decide({ positive: 0.4, neutral: 0.4, negative: 0.2, mixed: 0 }), {
    label: 'neutral',
    confidence: 0.4,
  });
  assert.deepEqual(decide({ positive: 0.4, neutral: 0.2, negative: 0.4, mixed: 0 }), {
    label: 'positive',
    confidence: 0.4,
  });
});

test('of two sides the likelier one decides, by its share; even ones are positive', () => {
  assert.deepEqual(decideSide({ positive: 0.1, neutral: 0.6, negative: 0.3, mixed: 0 }), {
    label: 'negative',
    confidence: 0.75,
  });
  assert.deepEqual(decideSide({ positive: 0.25, neutral: 0.5, negative: 0.25, mixed: 0 }), {
    label: 'positive',
    confidence: 0.5,
  });
});
