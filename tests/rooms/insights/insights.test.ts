import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
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

test('the method and its limits are told', () => {
  const { methodology } = deriveInsights(AWKWARD);
  assert.match(methodology.version, /^\d+\.\d+\.\d+$/);
  assert.match(methodology.description, /recomputed from reviews\.json/);
  assert.match(methodology.limitations, /withheld/);
});

test('an answer holds what is public of it, whatever else editors may store', () => {
  const questions = AWKWARD.questions.map((question) => ({ ...question, note: 'SECRET' }));
  assert.doesNotMatch(JSON.stringify(deriveInsights({ ...AWKWARD, questions })), /SECRET/);
});
