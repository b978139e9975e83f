import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyJudgements } from '#insights/annotation/annotation.ts';
import type { Mention } from '#insights/mention.ts';

const ORDER = ['staff', 'fees', 'outcome'];
const REVIEW = {
  reviewBody: 'Kind staff, kinder staff, fair fees.',
  rating: 3,
  inLanguage: 'en',
  aspects: undefined,
};

function mention(id: string, quote: string, confidence: number): Mention {
  const start = REVIEW.reviewBody.indexOf(quote);
  const end = start + quote.length;
  return {
    id,
    about: 'business',
    sentiment: 'positive',
    score: 0.5,
    confidence,
    quote,
    start,
    end,
  };
}
const KIND = mention('staff', 'Kind staff', 0.8);
const KINDER = mention('staff', 'kinder staff', 0.9);
const FAIR = mention('fees', 'fair fees.', 0.7);
const FOUND = [KIND, KINDER, FAIR];

test('a judgement takes the place of all mentions of its aspect, with the surest words', () => {
  const aspects = { staff: 'negative' } as const;
  assert.deepEqual(applyJudgements(FOUND, { ...REVIEW, aspects }, ORDER), [
    { ...KINDER, sentiment: 'negative', score: -1, confidence: 1 },
    FAIR,
  ]);
});

test('of equally sure words the first are quoted', () => {
  const alike = [KIND, { ...KINDER, confidence: KIND.confidence }];
  const [judged] = applyJudgements(alike, { ...REVIEW, aspects: { staff: 'mixed' } }, ORDER);
  assert.deepEqual(judged, { ...KIND, sentiment: 'mixed', score: 0, confidence: 1 });
});

test('editors say about whom a mention is', () => {
  const aspects = { fees: { sentiment: 'neutral', about: 'other' } } as const;
  const [judged] = applyJudgements([FAIR], { ...REVIEW, aspects }, ORDER);
  assert.deepEqual(judged, {
    ...FAIR,
    about: 'other',
    sentiment: 'neutral',
    score: 0,
    confidence: 1,
  });
});

test('what editors want never quoted is marked: all, or what holds a phrase', () => {
  const quotableOf = (quotes: 'never' | string[]) =>
    applyJudgements(FOUND, { ...REVIEW, quotes }, ORDER).map(({ quotable }) => quotable);
  assert.deepEqual(quotableOf('never'), [false, false, false]);
  assert.deepEqual(quotableOf(['FAIR FEES']), [false, false, false]);
  assert.deepEqual(quotableOf(['slow']), [undefined, undefined, undefined]);
});

test('a phrase in another sentence vetoes no quote of a mention', () => {
  const reviewBody = 'Kind staff. Much happened. They never called.';
  const [judged] = applyJudgements(
    [KIND],
    { ...REVIEW, reviewBody, quotes: ['never called'] },
    ORDER,
  );
  assert.equal(judged?.quotable, undefined);
});
