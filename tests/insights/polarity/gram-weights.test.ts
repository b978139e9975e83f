import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GramWeights } from '#insights/polarity/gram-weights.ts';
import { listGrams } from '#insights/polarity/list-grams.ts';
import { markNegation } from '#insights/polarity/mark-negation.ts';
import type { Weights } from '#insights/polarity/polarity-model.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const gramsOf = (text: string) => {
  const tokens = tokenize(text);
  return listGrams(tokens, markNegation(tokens));
};

/** Whole weights, whose sums are exact in any order. */
const whole = fc.integer({ min: -1000, max: 1000 });
const weights = fc.record({ polarity: whole, opinion: whole, mixture: whole });

/** Texts, and weights of some of their grams. */
const anyWeighed = fc.array(anyText, { minLength: 1, maxLength: 4 }).chain((texts) => {
  const grams = [...new Set(texts.flatMap(gramsOf)), 'unseen', '!', '! !', '!unseen', 'un seen'];
  return fc.record({
    texts: fc.constant(texts),
    model: fc
      .array(fc.tuple(fc.constantFrom(...grams), weights), { maxLength: 60 })
      .map((entries) => new Map(entries)),
  });
});

function sumByStrings(text: string, model: ReadonlyMap<string, Weights>): Weights {
  const sum = { polarity: 0, opinion: 0, mixture: 0 };
  for (const gram of gramsOf(text)) {
    sum.polarity += model.get(gram)?.polarity ?? 0;
    sum.opinion += model.get(gram)?.opinion ?? 0;
    sum.mixture += model.get(gram)?.mixture ?? 0;
  }
  return sum;
}

test('sums are those over the grams as strings, for any weights, one text after another', () => {
  fc.assert(
    fc.property(anyWeighed, ({ texts, model }) => {
      const gramWeights = new GramWeights(model);
      for (const text of [...texts, ...texts]) {
        const tokens = tokenize(text);
        const sum = gramWeights.sum(tokens, markNegation(tokens));
        assert.deepEqual(sum, sumByStrings(text, model));
      }
    }),
    { numRuns: 500 },
  );
});

test('a gram counts once in each text, as often as it stands there', () => {
  const good = { polarity: 1, opinion: 2, mixture: 3 };
  const gramWeights = new GramWeights(new Map([['good', good]]));
  const tokens = tokenize('good good good');
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(gramWeights.sum(tokens, [false, false, false]), good);
  }
});
