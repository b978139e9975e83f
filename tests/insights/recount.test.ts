import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/insights-json.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { loadContent } from '#dataset/load-content.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import { createTermFinder } from '#insights/find-aspects.ts';
import { createInsightsMaker, deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { BASE_URL } from '../artifacts/sample-datasets.ts';
import { anyAnnotated, anyAnnotatedHistory } from './any-annotated.ts';
import { recount, type TermsIn } from './naive-insights.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

/** A stand-in for the model: every sentence is a mention of the aspects that it holds terms of. */
const createAnnotate: CreateAnnotate = ({ aspects }) => {
  const finders = aspects.map((aspect) => ({ id: aspect.id, termsIn: createTermFinder(aspect) }));
  return ({ reviewBody, rating, inLanguage }) => {
    if (reviewBody === '' || inLanguage !== 'en') return {};
    const mentions = [...reviewBody.matchAll(/[^.!?]+/g)].flatMap(({ 0: quote, index: start }) => {
      const sentiment = SENTIMENTS[(quote.length + Math.ceil(rating)) % 4] ?? 'neutral';
      const said = {
        about: 'business' as const,
        sentiment,
        score: 0,
        confidence: (quote.length % 7) / 7,
        quote,
        start,
      };
      return finders
        .filter(({ termsIn }) => termsIn(quote).length > 0)
        .map(({ id }) => ({ id, ...said, end: start + quote.length }));
    });
    return {
      sentiment: { label: rating > 3 ? 'positive' : 'negative', score: 0 },
      aspects: mentions,
    };
  };
};
const SENTIMENTS = ['positive', 'positive', 'neutral', 'negative'] as const;

/** The published documents of a dataset, read from their bytes. */
function documentsOf(dataset: Dataset) {
  return {
    published: ReviewsDocument.parse(parse(renderReviewsJson(dataset))),
    insights: InsightsDocument.parse(parse(renderInsightsJson(dataset))),
  };
}

// What terms a text holds is another question than how often, with tests of its own.
function termsOf({ aspects }: Dataset): TermsIn {
  const finders = new Map(aspects.map((aspect) => [aspect.id, createTermFinder(aspect)]));
  return (aspect, text) => finders.get(aspect)?.(text) ?? [];
}

const firstNamesIn = ({ technicians }: Dataset) =>
  technicians.flatMap(({ name, unambiguous }) => (unambiguous ? name.split(' ').slice(0, 1) : []));

function checkFigures(dataset: Dataset): void {
  const { published, insights } = documentsOf(dataset);
  const { topics: _, faq, ...figures } = insights;
  assert.deepEqual(figures, recount(published, insights, termsOf(dataset), firstNamesIn(dataset)));

  const reviews = new Map(published.reviews.map((review) => [review.id, review]));
  const { technicians, services, serviceAreas } = insights.entities;
  const quoting = [...insights.aspects, ...technicians, ...services, ...serviceAreas];
  for (const { reviewId, text, start, end } of quoting.flatMap(({ quotes }) => quotes)) {
    assert.equal(reviews.get(reviewId)?.reviewBody.slice(start, end), text);
  }
  const { strengths, concerns } = insights.summary;
  for (const { evidence } of [...faq, ...strengths, ...concerns]) {
    assert.ok(evidence.length > 0);
    for (const id of evidence) assert.ok(reviews.has(id), id);
  }
}

test('every figure is what plain loops over reviews.json count', () => {
  fc.assert(fc.property(anyAnnotated, checkFigures), { numRuns: 60 });
});

test('every figure of the demonstration is what plain loops count', () => {
  const dataset = createDataset(loadContent('content').content, BASE_URL, createAnnotate);
  assert.ok(dataset.reviews.some(({ aspects = [] }) => aspects.length > 0));
  checkFigures(dataset);
});

test('after every edit, all is as if it were counted from nothing', () => {
  fc.assert(
    fc.property(anyAnnotatedHistory, (history) => {
      const makeInsights = createInsightsMaker();
      for (const dataset of history) {
        assert.deepEqual(makeInsights(dataset), deriveInsights(dataset));
      }
    }),
    { numRuns: 60 },
  );
});

test('one more positive mention never lowers the score of its aspect', () => {
  fc.assert(
    fc.property(anyAnnotated, fc.nat(), (dataset, place) => {
      const analysed = dataset.reviews.filter(({ aspects }) => aspects);
      const praised = analysed[place % Math.max(1, analysed.length)];
      const aspect = dataset.aspects[place % dataset.aspects.length];
      if (!praised || !aspect) return;
      const praise = {
        about: 'business' as const,
        sentiment: 'positive',
        score: 1,
        confidence: 1,
        quote: '',
        start: 0,
        end: 0,
      };
      const more: Review = {
        ...praised,
        aspects: [...(praised.aspects ?? []), { ...praise, id: aspect.id, sentiment: 'positive' }],
      };
      const others = dataset.reviews.filter((review) => review !== praised);
      const reviews = [...others, more].sort(compareReviews);
      const scoreIn = (one: Dataset) =>
        deriveInsights(one).aspects.find(({ id }) => id === aspect.id)?.score ?? assert.fail();
      assert.ok(scoreIn({ ...dataset, reviews }) >= scoreIn(dataset));
    }),
    { numRuns: 60 },
  );
});
