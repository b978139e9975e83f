import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { extractFeatures } from '#insights/polarity/extract-features.ts';
import { decideSide, type Judgment } from '#insights/polarity/judgment.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import type { Weights } from '#insights/polarity/model-file.ts';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { nameOfGram } from '#insights/text/gram-table.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const MODEL = shippedModel();
const judge = createJudge(MODEL);

/** The same by definition: the sum of each feature's value times its weight, then logistic. */
function judgeNaively(text: string): Judgment {
  const { grams, gramValue, signals } = extractFeatures(
    tokenize(text),
    createLexicon(MODEL.lexicon),
  );
  const share = (head: keyof Weights) => {
    const ofGrams = Array.from(
      new Set(grams.map(nameOfGram)),
      (gram) => (MODEL.grams.get(gram)?.[head] ?? 0) * gramValue,
    );
    const ofSignals = MODEL.signals.map((weights, index) => weights[head] * (signals[index] ?? 0));
    const logit = [...ofGrams, ...ofSignals].reduce((sum, one) => sum + one, MODEL.bias[head]);
    return 1 / (1 + Math.exp(-logit));
  };
  const [praise, opinion] = [share('polarity'), share('opinion')];
  return {
    positive: praise * opinion,
    neutral: 1 - opinion,
    negative: (1 - praise) * opinion,
    mixed: share('mixture'),
  };
}

test('a judgment is what the features weigh, and adds up to 1', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const judgment = judge(text);
      const naive = judgeNaively(text);
      for (const side of ['positive', 'neutral', 'negative', 'mixed'] as const) {
        assert.ok(Math.abs(judgment[side] - naive[side]) < 1e-12, side);
        assert.ok(judgment[side] >= 0 && judgment[side] <= 1);
      }
      const { positive, neutral, negative } = judgment;
      assert.ok(Math.abs(positive + neutral + negative - 1) < 1e-12);
    }),
  );
});

test('the likelier of two sides decides by its share, and even ones are positive', () => {
  const judged = { neutral: 0.6, mixed: 0.6 };
  for (const [positive, negative, label, confidence] of [
    [0.1, 0.3, 'negative', 0.75],
    [0.2, 0.2, 'positive', 0.5],
  ] as const) {
    assert.deepEqual(decideSide({ ...judged, positive, negative }), { label, confidence });
  }
});
