import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { AspectCounter } from '#insights/aspects/aspects.ts';
import { deriveInsights, Insights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { runs } from '../../support/at-length.ts';
import { byEdits } from '../../support/reviews.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';
import { anyAnnotated, anyAnnotatedHistory } from './any-annotated.ts';
import { recount } from './naive-insights.ts';
import { readingOf } from './reading-of.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

/** The published documents of a dataset, read from their bytes. */
function documentsOf(dataset: Dataset) {
  return {
    published: ReviewsDocument.parse(parse(renderReviewsJson(dataset))),
    insights: InsightsDocument.parse(parse(renderInsightsJson(dataset))),
  };
}

const findingOf = ({ aspect, evidence }: { aspect: string; evidence: string[] }) => ({
  aspect,
  evidence,
});

function checkFigures(dataset: Dataset): void {
  const { published, insights } = documentsOf(dataset);
  const { topics: _, faq, summary, ...figures } = insights;
  const { findings, ...expected } = recount(published, insights, readingOf(dataset));
  assert.deepEqual(figures, expected);
  if (findings) {
    const { strengths, concerns } = summary;
    const told = { strengths: strengths.map(findingOf), concerns: concerns.map(findingOf) };
    assert.deepEqual(told, findings);
  }
  const ids = new Set(published.reviews.map(({ id }) => id));
  for (const { evidence } of [...faq, ...summary.strengths, ...summary.concerns]) {
    assert.ok(evidence.length > 0);
    for (const id of evidence) assert.ok(ids.has(id), id);
  }
}

test('every figure is what plain loops over reviews.json count', () => {
  fc.assert(fc.property(anyAnnotated, checkFigures), { numRuns: runs(60) });
});

test('every figure of the demonstration is what plain loops count', () => {
  const { content } = loadContent('content');
  const dataset = createDataset(content, BASE_URL, createAnnotator());
  checkFigures({ ...dataset, summary: undefined });
});

test('after every edit, all is as if it were counted from nothing', () => {
  fc.assert(
    fc.property(anyAnnotatedHistory, (history) => {
      const insights = new Insights();
      const update = byEdits(
        ({ reviews }: Dataset) => reviews,
        (dataset, edit) => insights.update(dataset, edit),
      );
      for (const dataset of history) {
        assert.deepEqual(update(dataset), deriveInsights(dataset));
      }
    }),
    { numRuns: runs(60) },
  );
});

test('in whatever order reviews come, the same is said of each aspect', () => {
  fc.assert(
    fc.property(anyAnnotated, fc.infiniteStream(fc.nat()), (dataset, numbers) => {
      const shuffled = dataset.reviews
        .map((review) => ({ review, key: numbers.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ review }) => review);
      const count = (added: readonly Review[]) =>
        new AspectCounter().update(dataset, addAll(added));
      assert.deepEqual(count(shuffled), count(dataset.reviews));
    }),
    { numRuns: runs(60) },
  );
});

test('an answer holds what is public of it, whatever else editors may store', () => {
  const questions = AWKWARD.questions.map((question) => ({ ...question, note: 'SECRET' }));
  assert.doesNotMatch(JSON.stringify(deriveInsights({ ...AWKWARD, questions })), /SECRET/);
});
