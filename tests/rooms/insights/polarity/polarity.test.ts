import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '#insights/polarity/judgement.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import { judgeTokens, shippedModel } from '#insights/polarity/polarity.ts';
import { tokenize } from '#insights/text/tokenize.ts';

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
