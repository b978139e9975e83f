import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PolarityModel, parseModel, storeModel } from '#insights/polarity/model-file.ts';

const weigh = (polarity: number, opinion: number, mixture: number) => ({
  polarity,
  opinion,
  mixture,
});
const modelOf = (gram: number, bias: number): PolarityModel => ({
  lexicon: new Map([
    ['bad', -2.5],
    ['a * good', 3],
  ]),
  grams: new Map([
    ['not good', weigh(gram, 0, 0)],
    ['!bad', weigh(1, -0.5, 2.5)],
  ]),
  signals: [weigh(1, 2, 3)],
  bias: weigh(0.13, bias, -4),
});

test('a model is stored in the order of its features, weights as rounded hundredths, and read so', () => {
  const stored = storeModel(modelOf(-1.236, -0.3333));
  assert.deepEqual(stored, {
    lexicon: 'a * good\t6\nbad\t-5',
    grams: '!bad\t100\t-50\t250\nnot good\t-124\t0\t0',
    signals: 'valence\t100\t200\t300',
    bias: '13\t-33\t-400',
  });
  assert.deepEqual(parseModel(stored), modelOf(-1.24, -0.33));
});
