import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aspectFeatures,
  createAspectWeigher,
  parseAspectModel,
  storeAspectModel,
} from '#insights/aspects/aspect-model.ts';
import { nameOfGram } from '#insights/text/gram-table.ts';
import { trainAspectModel } from '../../../../scripts/lab/train/aspect-model.ts';

const textsOf = (aspect: string, ...texts: readonly string[]) =>
  texts.map((text) => ({ text, says: [{ aspect, label: 'positive' as const }] }));
const TEXTS = [
  ...textsOf('fees', 'the bill was high', 'a high bill', 'the bill came', 'they sent a bill'),
  ...textsOf('staff', 'the clerk was kind', 'a kind clerk', 'the clerk came', 'they sent a clerk'),
];
const MODEL = trainAspectModel(TEXTS, ['fees', 'staff']);
const weighWords = createAspectWeigher(MODEL);
const weigh = (text: string) => Array.from(weighWords(text.split(' ')));

test('a model tells aspects by words that it has seen more than once and that say something', () => {
  const [fees = 0, staff = 0] = weigh('this bill');
  assert.ok(fees > 0 && staff < 0, `${fees} ${staff}`);
  assert.deepEqual(weigh('rain'), MODEL.bias);
  assert.doesNotMatch([...MODEL.grams.keys()].join(), /high|came|was/);
});

test('a stored model is the same but for rounding, and is stored the same again', () => {
  const rows = storeAspectModel(MODEL);
  const read = parseAspectModel(rows);
  assert.deepEqual(storeAspectModel(read), rows);
  assert.deepEqual(read.ids, MODEL.ids);
  for (const [gram, weights] of MODEL.grams) {
    for (const [place, weight] of weights.entries()) {
      assert.ok(Math.abs((read.grams.get(gram)?.[place] ?? 0) - weight) <= 0.005, gram);
    }
  }
});

test('a weigher adds the weights of the features, each once, by their value', () => {
  for (const text of [
    'the bill the bill the clerk',
    'they sent a bill',
    'a a a',
    Array(20).fill('clerk').join(' '),
  ]) {
    const { grams: all, value } = aspectFeatures(text.split(' '));
    const grams = new Set(all.map(nameOfGram));
    const expected = MODEL.ids.map((_, place) =>
      [...grams].reduce(
        (sum, gram) => sum + (MODEL.grams.get(gram)?.[place] ?? 0) * value,
        MODEL.bias[place] ?? 0,
      ),
    );
    for (const [place, sum] of weigh(text).entries()) {
      assert.ok(Math.abs(sum - (expected[place] ?? 0)) < 1e-9, text);
    }
  }
});
