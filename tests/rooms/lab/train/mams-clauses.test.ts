import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutMamsClauses } from '../../../../scripts/lab/train/mams-clauses.ts';
import { ASPECTS, says } from '../evaluate/stand-ins.ts';

test('a clause about one aspect says what its sentence says of that', () => {
  const text = 'The food was good, but the staff was rude.';
  const lines = [says(text, 'food', 'positive'), says(text, 'staff', 'negative')];
  assert.deepEqual(cutMamsClauses(lines, ASPECTS), [
    { text: 'The food was good', label: 'positive' },
    { text: 'the staff was rude.', label: 'negative' },
  ]);
});

test('a clause about aspects of one label is taken, of two labels it is not', () => {
  const text = 'Food and staff were so.';
  const labelledBy = (food: 'positive' | 'neutral', staff: 'neutral') =>
    cutMamsClauses([says(text, 'food', food), says(text, 'staff', staff)], ASPECTS);
  assert.deepEqual(labelledBy('neutral', 'neutral'), [{ text, label: 'neutral' }]);
  assert.deepEqual(labelledBy('positive', 'neutral'), []);
});

test('clauses about nothing that is labelled, or that is mixed, are not taken', () => {
  assert.deepEqual(cutMamsClauses([says('Nice staff', 'food', 'positive')], ASPECTS), []);
  assert.deepEqual(cutMamsClauses([says('Nice food', 'food', 'mixed')], ASPECTS), []);
  assert.deepEqual(cutMamsClauses([{ text: 'Nice food' }], ASPECTS), []);
});
