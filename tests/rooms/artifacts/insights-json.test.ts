import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { recount } from '../insights/naive-insights.ts';
import { readingOf } from '../insights/reading-of.ts';
import { anyDataset } from './any-dataset.ts';
import { AWKWARD } from './sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
function insightsOf(dataset: Dataset): InsightsDocument {
  const document = parse(renderInsightsJson(dataset));
  assert.deepEqual(InsightsDocument.parse(document), document);
  return document;
}
const publishedIn = (dataset: Dataset) => ReviewsDocument.parse(parse(renderReviewsJson(dataset)));

test('every figure can be recomputed from reviews.json', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const insights = insightsOf(dataset);
      const { topics: _, faq: __, summary: ___, ...figures } = insights;
      const { findings, ...expected } = recount(publishedIn(dataset), insights, readingOf(dataset));
      assert.deepEqual(figures, expected);
    }),
  );
});

test('every statement names reviews that are published', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const published = new Set(publishedIn(dataset).reviews.map(({ id }) => id));
      const { faq, summary } = insightsOf(dataset);
      for (const { evidence } of [...faq, ...summary.strengths, ...summary.concerns]) {
        assert.ok(evidence.length > 0);
        for (const id of evidence) assert.ok(published.has(id), id);
      }
    }),
  );
});

test('its members stand in one order, also where no text was analysed', () => {
  const document = parse(renderInsightsJson(AWKWARD));
  assert.deepEqual(Object.keys(document), Object.keys(InsightsDocument.shape));
  const counts = { positive: 0, neutral: 0, negative: 0, mixed: 0, score: 0 };
  assert.deepEqual(document.sentiment, counts);
  assert.equal(document.methodology.coverage.analysedReviewCount, 0);
});

test('answers stand as the editors wrote them', () => {
  assert.deepEqual(insightsOf(AWKWARD).faq, [
    {
      id: 'fees',
      question: 'What does it cost & why?',
      answer: 'Nothing </script> at first.',
      evidence: ['everything', 'awkward-0'],
      dateModified: '2026-09-09',
    },
  ]);
});
