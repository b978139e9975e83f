import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import { aggregateRatings } from '#dataset/aggregate-rating.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { compareReviews } from '#dataset/review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { rememberNoted } from '#insights/noted-review.ts';
import { compareSureness, findSurest } from '#insights/quotes/quotes.ts';
import { runs } from '../../support/at-length.ts';
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

function checkFigures(dataset: Dataset): InsightsDocument {
  const { published, insights } = documentsOf(dataset);
  const { topics, faq, summary, ...figures } = insights;
  const { findings, ...expected } = recount(published, insights, readingOf(dataset));
  assert.deepEqual(figures, expected);
  assert.deepEqual(topics, []);
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
  return insights;
}

test('every figure is what plain loops over reviews.json count', () => {
  fc.assert(
    fc.property(anyAnnotated, (dataset) => void checkFigures(dataset)),
    { numRuns: runs(60) },
  );
});

/** The demonstration with each review three times, so that 30 reviews judge the outcome. */
function readThrice() {
  const { content } = loadContent('content');
  const dataset = createDataset(content, BASE_URL, createAnnotator());
  const reviews = [1, 2, 3].flatMap((copy) =>
    dataset.reviews.map((review) => ({ ...review, id: `${review.id}-${copy}` })),
  );
  return { ...dataset, questions: [], summary: undefined, reviews: reviews.sort(compareReviews) };
}

test('every figure of the demonstration, three times over, is what plain loops count', () => {
  const dataset = readThrice();
  const judging = dataset.reviews.findIndex(({ aspects }) =>
    aspects?.some(({ id, sentiment }) => id === 'outcome' && sentiment === 'positive'),
  );
  for (const [reviews, score] of [
    [dataset.reviews, 'number'],
    [dataset.reviews.toSpliced(judging, 1), 'object'],
  ] as const) {
    const aggregateRating = aggregateRatings(reviews, dataset.aggregateRating.itemReviewed);
    const { aspects } = checkFigures({ ...dataset, reviews, aggregateRating });
    assert.equal(typeof aspects.find(({ id }) => id === 'outcome')?.score, score);
  }
});

test('the sixty surest statements of a side are read closely', () => {
  const dataset = readThrice();
  const noted = dataset.reviews.map(rememberNoted()(dataset).noteReview);
  const all = noted.flatMap(({ statements }) =>
    statements.filter(({ side }) => side === 'positive'),
  );
  const surest = findSurest(all, 'positive', { orderOf: () => 2 });
  assert.deepEqual(
    surest.map(({ statement }) => statement),
    all.sort(compareSureness).slice(0, 60),
  );
});

test('remembered from edit to edit, reviews count as if they were read again', () => {
  fc.assert(
    fc.property(anyAnnotatedHistory, (history) => {
      const remembered = rememberNoted();
      for (const dataset of history) {
        assert.deepEqual(deriveInsights(dataset, remembered(dataset)), deriveInsights(dataset));
      }
    }),
    { numRuns: runs(60) },
  );
});

test('in whatever order reviews come, the same is counted and quoted', () => {
  // These name the first reviews, or the last mention, in the order that is given.
  const named = new Set(['unquotedCriticism', 'lastMentioned', 'evidence']);
  const figuresOf = (dataset: Dataset) =>
    JSON.stringify(deriveInsights(dataset), (key, value) => (named.has(key) ? undefined : value));
  fc.assert(
    fc.property(anyAnnotated, fc.infiniteStream(fc.nat()), (dataset, numbers) => {
      const shuffled = dataset.reviews
        .map((review) => ({ review, key: numbers.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ review }) => review);
      assert.equal(figuresOf({ ...dataset, reviews: shuffled }), figuresOf(dataset));
    }),
    { numRuns: runs(60) },
  );
});

test('an answer holds what is public of it, whatever else editors may store', () => {
  const questions = AWKWARD.questions.map((question) => ({ ...question, note: 'SECRET' }));
  assert.doesNotMatch(JSON.stringify(deriveInsights({ ...AWKWARD, questions })), /SECRET/);
});
