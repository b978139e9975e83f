import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createJudge, createTokenJudge } from '#insights/polarity/create-judge.ts';
import { extractFeatures } from '#insights/polarity/extract-features.ts';
import { GramIndex } from '#insights/polarity/gram-index.ts';
import { decide, decideSide, type Judgement } from '#insights/polarity/judgement.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { PolarityModel, Weights } from '#insights/polarity/model-file.ts';
import { judgeTokens, shippedModel } from '#insights/polarity/polarity.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const weigh = (polarity: number, opinion: number, mixture = 0): Weights => ({
  polarity,
  opinion,
  mixture,
});

/** A model that weighs a few of all kinds of features. */
const MODEL: PolarityModel = {
  lexicon: new Map([
    ['good', 2],
    ['BAD', -3],
    ['great result', 3],
  ]),
  grams: new Map([
    ['good', weigh(1.5, 0.5)],
    ['!good', weigh(-2, 1, 0.5)],
    ['not only', weigh(0.75, 0.25)],
    ['!', weigh(0.5, 0.5, -1)],
    ['…', weigh(-0.25, 0.25)],
  ]),
  signals: SIGNALS.map((_, index) => weigh(0.5 - index / 8, index / 16 - 0.25, index / 32)),
  bias: weigh(0.25, -1, -2),
};
const judge = createJudge(MODEL);

/** The same by definition: the sum of each feature's value times its weight, then logistic. */
function judgeNaively(text: string): Judgement {
  const index = new GramIndex();
  const { grams, gramValue, signals } = extractFeatures(
    tokenize(text),
    createLexicon(MODEL.lexicon),
    (...of) => index.learn(...of),
  );
  const share = (head: keyof Weights) => {
    const ofGrams = grams.map((gram) => {
      const weights = MODEL.grams.get(index.names[gram] ?? '');
      return (weights?.[head] ?? 0) * gramValue;
    });
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

test('a judgement is what the features weigh, and adds up to 1', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const judgement = judge(text);
      const naive = judgeNaively(text);
      for (const side of ['positive', 'neutral', 'negative', 'mixed'] as const) {
        assert.ok(Math.abs(judgement[side] - naive[side]) < 1e-12, side);
        assert.ok(judgement[side] >= 0 && judgement[side] <= 1);
      }
      const { positive, neutral, negative } = judgement;
      assert.ok(Math.abs(positive + neutral + negative - 1) < 1e-12);
    }),
  );
});

test('a judge remembers nothing of the texts before', () => {
  const text = 'Not good! A great final result, not only good…';
  const fresh = createJudge(MODEL)(text);
  judge('good good !');
  assert.deepEqual(judge(text), fresh);
  assert.deepEqual(createTokenJudge(MODEL)(tokenize(text)), fresh);
});

test('grams count whole up to eight words, then less, so that long texts gather less', () => {
  const valueIn = (text: string) =>
    extractFeatures(tokenize(text), createLexicon([]), () => []).gramValue;
  assert.deepEqual(
    [0, 1, 8].map((words) => valueIn('word '.repeat(words))),
    [1, 1, 1],
  );
  assert.equal(valueIn('word '.repeat(32)), 0.5);
  assert.equal(valueIn(`one${' !'.repeat(50)}`), 1);
});

test('the likeliest of three decides; even with another, neutral does, then positive', () => {
  assert.deepEqual(decide({ positive: 0.2, neutral: 0.3, negative: 0.5, mixed: 0.6 }), {
    label: 'negative',
    confidence: 0.5,
  });
  assert.deepEqual(decide({ positive: 0.4, neutral: 0.4, negative: 0.2, mixed: 0 }), {
    label: 'neutral',
    confidence: 0.4,
  });
  assert.deepEqual(decide({ positive: 0.4, neutral: 0.2, negative: 0.4, mixed: 0 }), {
    label: 'positive',
    confidence: 0.4,
  });
});

test('of two sides the likelier one decides, by its share; even ones are positive', () => {
  assert.deepEqual(decideSide({ positive: 0.1, neutral: 0.6, negative: 0.3, mixed: 0 }), {
    label: 'negative',
    confidence: 0.75,
  });
  assert.deepEqual(decideSide({ positive: 0.25, neutral: 0.5, negative: 0.25, mixed: 0 }), {
    label: 'positive',
    confidence: 0.5,
  });
});

const labelOf = (text: string) => decide(judgeTokens(tokenize(text))).label;

test('the shipped model knows what nobody doubts', () => {
  assert.equal(labelOf('They were wonderful, kind and very helpful.'), 'positive');
  assert.equal(labelOf('A terrible lawyer who was rude and dishonest.'), 'negative');
  assert.equal(labelOf('The office is on the second floor.'), 'neutral');
});

test('the shipped model has a finite weight for every signal and gram', () => {
  const { lexicon, grams, signals, bias } = shippedModel();
  assert.equal(signals.length, SIGNALS.length);
  for (const weights of [...grams.values(), ...signals, bias]) {
    assert.ok(Object.values(weights).every(Number.isFinite));
  }
  for (const [term, valence] of lexicon) assert.ok(Math.abs(valence) <= 4, term);
});
