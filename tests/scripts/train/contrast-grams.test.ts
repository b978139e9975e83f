import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastGrams } from '../../../scripts/train/contrast-grams.ts';

const text = (isTrue: boolean, indices: readonly number[], weight = 1) => ({
  isTrue,
  weight,
  indices: Int32Array.from(indices),
});
const round = (values: Float64Array) =>
  Array.from(values, (value) => Math.round(value * 1e6) / 1e6);

test('grams are held apart by the logarithm of the ratio of their shares on both sides', () => {
  const texts = [text(true, [0, 2]), text(true, [0]), text(false, [1, 2]), text(false, [2])];
  // With one more occurrence: 3 and 1, 1 and 2, 2 and 3, of 2 texts each.
  const expected = [Math.log(3), Math.log(2), Math.log(3 / 2)];
  assert.deepEqual(round(contrastGrams(texts, 3)), round(Float64Array.from(expected)));
});

test('texts count by their weights', () => {
  const texts = [text(true, [0], 3), text(false, [0, 1])];
  // 4 of 3 and 2 of 1, 1 of 3 and 2 of 1.
  const expected = [Math.log(3 / 2), Math.log(6)];
  assert.deepEqual(round(contrastGrams(texts, 2)), round(Float64Array.from(expected)));
});

test('a gram that stands on both sides alike still says a little', () => {
  const texts = [text(true, [0]), text(false, [0])];
  assert.deepEqual(round(contrastGrams(texts, 1)), [0.01]);
});
