import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { PolarityModel } from '#insights/polarity/model-file.ts';
import { parseModel, storeModel } from '#insights/polarity/model-file.ts';

const hundredths = fc.integer({ min: -2000, max: 2000 }).map((count) => count / 100);
const weights = fc.record({ polarity: hundredths, opinion: hundredths, mixture: hundredths });
const feature = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => text.replace(/[\t\n]/g, '_'));
const anyModel: fc.Arbitrary<PolarityModel> = fc.record({
  lexicon: fc
    .array(fc.tuple(feature, fc.integer({ min: -8, max: 8 })), { minLength: 1 })
    .map((terms) => new Map(terms.map(([term, halves]) => [term, halves / 2]))),
  grams: fc.array(fc.tuple(feature, weights), { minLength: 1 }).map((grams) => new Map(grams)),
  signals: fc.array(weights, { minLength: SIGNALS.length, maxLength: SIGNALS.length }),
  bias: weights,
});

test('a stored model of whole hundredths is read as it was', () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      const parsed = parseModel(JSON.parse(JSON.stringify(storeModel(model))));
      assert.deepEqual(normalise(parsed), normalise(model));
    }),
  );
});

// −0 is stored as 0, and means the same.
function normalise(model: PolarityModel) {
  const plain = (_: string, value: unknown) =>
    value instanceof Map ? [...value].sort(byName) : value;
  return JSON.parse(JSON.stringify(model, plain));
}
function byName([a]: readonly string[], [b]: readonly string[]) {
  return String(a) < String(b) ? -1 : 1;
}

const SMALL: PolarityModel = {
  lexicon: new Map([
    ['bad', -2.5],
    ['a * good', 3],
  ]),
  grams: new Map([
    ['not good', { polarity: -1.236, opinion: 0.004, mixture: 0 }],
    ['!bad', { polarity: 0.995, opinion: -0.5, mixture: 2.5 }],
  ]),
  signals: [{ polarity: 1, opinion: 2, mixture: 3 }],
  bias: { polarity: 0.125, opinion: -0.3333, mixture: -4 },
};

test('lines stand in the order of their features, weights as rounded hundredths', () => {
  assert.deepEqual(storeModel(SMALL), {
    lexicon: 'a * good\t6\nbad\t-5',
    grams: '!bad\t100\t-50\t250\nnot good\t-124\t0\t0',
    signals: 'valence\t100\t200\t300',
    bias: '13\t-33\t-400',
  });
});
