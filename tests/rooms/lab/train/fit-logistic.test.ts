import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Example, fitLogistic } from '../../../../scripts/lab/train/fit-logistic.ts';

/** An example that has features 0, 1 … with such values. */
const example = (values: readonly number[], isTrue: boolean, weight = 1): Example => ({
  indices: Int32Array.from(values, (_, index) => index),
  values: Float64Array.from(values),
  isTrue,
  weight,
});
const fit = (examples: readonly Example[], ...penalties: readonly number[]) =>
  Array.from(fitLogistic(examples, Float64Array.from(penalties)));
const near = (a: number | undefined, b: number, within = 1e-2) =>
  assert.ok(Math.abs((a ?? Number.NaN) - b) < within, `${a} is not ${b}`);

/** What is to be least, by definition. */
function lossOf(
  weights: readonly number[],
  examples: readonly Example[],
  penalties: readonly number[],
): number {
  const held = penalties.map((penalty, index) => (penalty * (weights[index] ?? 0) ** 2) / 2);
  const told = examples.map(({ indices, values, isTrue, weight }) => {
    const parts = Array.from(indices, (index, i) => (weights[index] ?? 0) * (values[i] ?? 0));
    const logit = parts.reduce((sum, part) => sum + part, weights.at(-1) ?? 0);
    return weight * Math.log(1 + Math.exp(isTrue ? -logit : logit));
  });
  return [...held, ...told].reduce((sum, part) => sum + part, 0);
}

const MIXED = [
  example([1, 0.5], true),
  example([0.2, -1], false, 2),
  example([-0.7, 0.3], false),
  example([0.9, 0.1], false, 0.5),
  example([-0.1, 1.2], true, 1.5),
];

test('at the fit the loss has no slope, by finite differences', () => {
  const penalties = [0.5, 0.1];
  const weights = fit(MIXED, ...penalties);
  const step = 1e-4;
  for (const index of weights.keys()) {
    const lossAt = (by: number) =>
      lossOf(weights.with(index, (weights[index] ?? 0) + by), MIXED, penalties);
    near((lossAt(step) - lossAt(-step)) / (2 * step), 0, 5e-3);
  }
});

test('what can be told apart is told apart', () => {
  const [good = 0, bad = 0] = fit(
    [example([1, 0], true), example([0, 1], false), example([1, 0], true), example([0, 1], false)],
    0.1,
    0.1,
  );
  assert.ok(good > 1 && bad < -1);
});

test('the bias is the log-odds of examples without features, and is not held towards 0', () => {
  const [bias] = fit([example([], true, 9), example([], false, 1)]);
  near(bias, Math.log(9));
});

test('an example of weight 2 counts like two, one of weight 0 not at all', () => {
  const examples = [example([1], true), example([1], false, 2), example([0.5], true)];
  const twice = [
    ...[example([1], true), example([1], false), example([1], false), example([0.5], true)],
    example([1], true, 0),
  ];
  const weights = fit(twice, 1);
  for (const [index, weight] of fit(examples, 1).entries()) near(weights[index], weight, 1e-3);
});

test('a feature with a larger penalty gets a smaller weight', () => {
  const examples = [example([1, 1], true), example([-1, -1], false)];
  const [light = 0, heavy = 0] = fit(examples, 0.1, 10);
  assert.ok(light > heavy && heavy > 0);
});

test('values of any size overflow nothing', () => {
  for (const weight of fit([example([1e3], true), example([-1e3], false)], 1)) {
    assert.ok(Number.isFinite(weight));
  }
});
