import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { decide } from '#insights/polarity/judgement.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { Label } from '../../../../scripts/lab/labelled/labelled.ts';
import {
  type Example,
  fitLogistic,
  minimise,
  type Objective,
} from '../../../../scripts/lab/train/fit-logistic.ts';
import { type LabelledText, trainModel } from '../../../../scripts/lab/train/model.ts';

const COUNTS = { polarity: 1, opinion: 1, mixture: 1 };
const THINGS = ['staff', 'food', 'phone', 'film', 'firm', 'office'];
const textsOf = (label: Label, ...words: readonly string[]): LabelledText[] =>
  words.flatMap((word) =>
    THINGS.map((thing) => ({ text: `The ${thing} was ${word}`, label, counts: COUNTS })),
  );
const CORPUS: readonly LabelledText[] = [
  ...textsOf('positive', 'good', 'great', 'not bad'),
  ...textsOf('negative', 'bad', 'awful', 'not good'),
  ...textsOf('mixed', 'good but dear', 'great but small', 'bad but near'),
  ...textsOf('neutral', 'here', 'there', 'open', 'blue'),
];
const LEXICON = new Map([
  ['good', 2],
  ['bad', -2],
]);
const model = trainModel(CORPUS, LEXICON);

test('a model learns what words say, and what a negation makes of them', () => {
  const judge = createJudge(model);
  const labelOf = (text: string) => decide(judge(text)).label;
  assert.equal(labelOf('The car was good'), 'positive');
  assert.equal(labelOf('The car was awful'), 'negative');
  assert.equal(labelOf('The car was not good'), 'negative');
  assert.equal(labelOf('The car was not bad'), 'positive');
  assert.equal(labelOf('The car was there'), 'neutral');
});

test('a model learns what says both, which tells nothing of the sides', () => {
  const judge = createJudge(model);
  assert.ok(judge('The car was good but small').mixed > 0.5);
  assert.ok(judge('The car was good').mixed < 0.5);
  assert.ok(judge('The car was here').mixed < 0.5);
});

test('a model has the lexicon, a weight for every signal, and only grams that say something', () => {
  assert.deepEqual(model.lexicon, LEXICON);
  assert.equal(model.signals.length, SIGNALS.length);
  assert.ok((model.grams.get('great')?.polarity ?? 0) > 0.15);
  assert.ok((model.grams.get('awful')?.polarity ?? 0) < -0.15);
  assert.ok((model.grams.get('blue')?.opinion ?? 0) < -0.15);
  assert.equal(model.grams.get('film'), undefined);
  for (const weights of model.grams.values()) {
    assert.ok(Object.values(weights).some((weight) => Math.abs(weight) >= 0.1));
  }
});

test('texts that count for opinions alone teach nothing of praise and blame', () => {
  const counts = { polarity: 0, opinion: 5, mixture: 0 };
  const { grams } = trainModel([...CORPUS, { text: 'sunny', label: 'positive', counts }], LEXICON);
  assert.equal(Math.round((grams.get('sunny')?.polarity ?? 0) * 1e3), 0);
  assert.ok((grams.get('sunny')?.opinion ?? 0) > 0);
});

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

/** A valley along a slant, a hundred times steeper across it, with a fourth power. */
const valley: Objective = (point, gradient) => {
  const [x = 0, y = 0] = point;
  const across = y - 2 * x;
  gradient[0] = 2 * (x - 3) + 4 * (x - 3) ** 3 - 400 * across;
  gradient[1] = 200 * across;
  return (x - 3) ** 2 + (x - 3) ** 4 + 100 * across ** 2;
};

function assertNear(found: Float64Array, expected: readonly number[], within: number): void {
  assert.equal(found.length, expected.length);
  for (const [index, value] of expected.entries()) {
    assert.ok(Math.abs((found[index] ?? 0) - value) < within, `${found} is not ${expected}`);
  }
}

test('the least value of a quadratic is found, however differently it curves', () => {
  const least = [1, -2, 3, 0.5];
  const curves = [1, 10, 100, 1000];
  const quadratic: Objective = (point, gradient) => {
    let value = 0;
    for (const [index, curve] of curves.entries()) {
      const away = (point[index] ?? 0) - (least[index] ?? 0);
      gradient[index] = curve * away;
      value += (curve * away * away) / 2;
    }
    return value;
  };
  assertNear(minimise(quadratic, 4), least, 1e-2);
});

test('the least value of a narrow slanting valley is found', () => {
  assertNear(minimise(valley, 2), [3, 6], 1e-2);
});

test('where no step gains, the point stays', () => {
  const flat: Objective = (_, gradient) => {
    gradient.fill(0);
    return 7;
  };
  const broken: Objective = (_, gradient) => {
    gradient.fill(Number.NaN);
    return Number.NaN;
  };
  for (const objective of [flat, broken]) assertNear(minimise(objective, 2), [0, 0], 1e-12);
});
