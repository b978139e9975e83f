import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { describeMethod } from '#insights/methodology.ts';
import { LANGUAGES } from '#insights/text/segment-text.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

test('what is derived is what the schema describes', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const insights = deriveInsights(dataset);
      assert.deepEqual(InsightsDocument.parse(insights), insights);
    }),
    { numRuns: 50 },
  );
});

test('an answer holds what is public of it, whatever else editors may store', () => {
  const questions = AWKWARD.questions.map((question) => ({ ...question, note: 'SECRET' }));
  assert.doesNotMatch(JSON.stringify(deriveInsights({ ...AWKWARD, questions })), /SECRET/);
});

const coverage = { textReviewCount: 3, analysedReviewCount: 3, notAnalysed: [] };

test('both scores, the interval and what cannot be recomputed are written out', () => {
  const { description, languages } = describeMethod(coverage);
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
