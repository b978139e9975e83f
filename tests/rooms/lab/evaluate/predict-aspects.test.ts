import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictAspects } from '../../../../scripts/lab/evaluate/predict-aspects.ts';
import { analysis, LIST, says } from './stand-ins.ts';

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
