import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#insights/is-analysed.ts';
import { describeMethod } from '#insights/methodology.ts';

const benchmarks = [{ dataset: 'clauses', metric: 'accuracy', value: 0.9, n: 200 }];
const card = { name: 'Linear', version: '2.0.0', modelSha256: 'abc', limitations: 'No irony.' };
const coverage = { textReviewCount: 3, analysedReviewCount: 3, notAnalysed: [] };

test('the model, what it was measured to do, and what it does not cover are told', () => {
  const method = describeMethod({ ...card, benchmarks }, coverage);
  assert.deepEqual(method.benchmarks, benchmarks);
  assert.deepEqual(method.coverage, coverage);
  assert.deepEqual([method.name, method.version, method.modelSha256], ['Linear', '2.0.0', 'abc']);
  assert.match(method.limitations, /^No irony\. .*withheld/);
  assert.equal(method.humanReviewed, false);
});

test('of a model card nothing else is published', () => {
  const more = { ...card, benchmarks, weights: 'SECRET' };
  assert.doesNotMatch(JSON.stringify(describeMethod(more, coverage)), /SECRET/);
});

test('both scores, the interval and what cannot be recomputed are written out', () => {
  const { description, languages } = describeMethod({ ...card, benchmarks }, coverage);
  for (const formula of [
    '(positiveReviewCount − negativeReviewCount) / reviewCount',
    '(positiveReviewCount − negativeReviewCount) / analysedReviewCount',
    '(positive − negative) / all analysed reviews',
    'Tango 1998',
    'about: other',
    'but for keywords and topics',
  ]) {
    assert.ok(description.includes(formula), formula);
  }
  assert.deepEqual(languages, LANGUAGES);
});
