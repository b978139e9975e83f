import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { decide } from '../../../../scripts/lab/evaluate/aspects.ts';
import type { Label } from '../../../../scripts/lab/labeled/labeled.ts';
import { type Example, fitLogistic } from '../../../../scripts/lab/train/fit-logistic.ts';
import { trainModel } from '../../../../scripts/lab/train/model.ts';
import type { WeighedText } from '../../../../scripts/lab/train/training-data.ts';

const COUNTS = { polarity: 1, opinion: 1, mixture: 1 };
const THINGS = ['staff', 'food', 'phone', 'film', 'firm', 'office'];
const textsOf = (label: Label, ...words: readonly string[]): WeighedText[] =>
  words.flatMap((word) =>
    THINGS.map((thing) => ({ text: `The ${thing} was ${word}`, label, counts: COUNTS })),
  );
const CORPUS: readonly WeighedText[] = [
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
  // What says both says nothing of the sides.
  assert.ok(judge('The car was good but small').mixed > 0.5);
  assert.ok(judge('The car was good').mixed < 0.5);
  assert.ok(judge('The car was here').mixed < 0.5);
});

test('equal texts in equal order make an equal model', () => {
  assert.deepEqual(trainModel(CORPUS, LEXICON), model);
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

/** What is to be least, by definition. */
function lossOf(
  weights: readonly number[],
  examples: readonly Example[],
  penalties: readonly number[],
): number {
  const held = penalties.map((penalty, index) => (penalty * (weights[index] ?? 0) ** 2) / 2);
  const lost = examples.map(({ indices, values, isTrue, weight }) => {
    const parts = Array.from(indices, (index, i) => (weights[index] ?? 0) * (values[i] ?? 0));
    const logit = parts.reduce((sum, part) => sum + part, weights.at(-1) ?? 0);
    return weight * Math.log(1 + Math.exp(isTrue ? -logit : logit));
  });
  return [...held, ...lost].reduce((sum, part) => sum + part, 0);
}

const MIXED = [
  example([1, 0.5], true),
  example([0.2, -1], false, 2),
  example([-0.7, 0.3], false),
  example([0.9, 0.1], false, 0.5),
  example([-0.1, 1.2], true, 1.5),
];

test('no step lowers the loss at the fit, with an L1 penalty or without', () => {
  for (const l1 of [0, 0.3]) {
    const l2 = [0.5, 0.1];
    const weights = Array.from(fitLogistic(MIXED, { l2: Float64Array.from(l2), l1 }));
    const lossAt = (at: readonly number[]) =>
      lossOf(at, MIXED, l2) + l1 * at.slice(0, -1).reduce((sum, one) => sum + Math.abs(one), 0);
    for (const index of weights.keys()) {
      for (const step of [0.01, -0.01]) {
        const beside = weights.with(index, (weights[index] ?? 0) + step);
        assert.ok(lossAt(beside) > lossAt(weights), `${l1} ${index} ${step}`);
      }
    }
  }
});

test('an L1 penalty that is large enough leaves no weight but the bias', () => {
  const [first, second, bias] = fitLogistic(MIXED, { l2: new Float64Array(2), l1: 5 });
  assert.deepEqual([first, second], [0, 0]);
  assert.notEqual(bias, 0);
});
