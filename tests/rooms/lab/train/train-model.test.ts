import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { decide } from '#insights/polarity/judgement.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import { storeModel } from '#insights/polarity/model-file.ts';
import type { Label } from '../../../../scripts/lab/labelled/label.ts';
import { type LabelledText, trainModel } from '../../../../scripts/lab/train/train-model.ts';

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

test('the same texts give the same model, to the bit', () => {
  assert.deepEqual(trainModel(CORPUS, LEXICON), model);
  assert.equal(
    JSON.stringify(storeModel(trainModel(CORPUS, LEXICON))),
    JSON.stringify(storeModel(model)),
  );
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
