import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/insights-json.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { anyDataset } from './any-dataset.ts';
import { AWKWARD, datasetOf } from './sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const insightsOf = (dataset: Dataset) => InsightsDocument.parse(parse(renderInsightsJson(dataset)));
const publishedIn = (dataset: Dataset) => ReviewsDocument.parse(parse(renderReviewsJson(dataset)));

/** The mean of ratings to two decimals, half up, in whole numbers. */
function meanOf(reviews: readonly Review[]): number | null {
  if (reviews.length === 0) return null;
  const tenths = reviews.reduce((sum, review) => sum + review.reviewRating.ratingValue * 10, 0);
  return Math.floor((tenths * 20 + reviews.length) / (2 * reviews.length)) / 100;
}

/** What insights.json says of those reviews, recomputed. */
function figuresOf(reviews: readonly Review[]) {
  const dates = reviews.map(({ datePublished }) => datePublished).toSorted();
  return {
    reviewCount: reviews.length,
    averageRating: meanOf(reviews),
    lastMentioned: dates.at(-1) ?? null,
  };
}

test('every figure can be recomputed from reviews.json', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const { reviews, business, dateModified } = publishedIn(dataset);
      const insights = insightsOf(dataset);
      const dates = reviews.map(({ datePublished }) => datePublished).toSorted();
      const [from, to] = [dates[0], dates.at(-1)];
      assert.deepEqual(insights.period, from === undefined ? null : { from, to });
      assert.equal(insights.reviewCount, reviews.length);
      assert.equal(
        insights.textReviewCount,
        reviews.filter(({ reviewBody }) => reviewBody.length > 0).length,
      );
      assert.deepEqual(insights.business, { id: business.id, name: business.name });
      assert.equal(insights.dateModified, dateModified);

      const { technicians, services, serviceAreas } = insights.entities;
      for (const { name, reviewCount, averageRating, lastMentioned } of technicians) {
        const own = reviews.filter((review) => review.mentionedTechnicians.includes(name));
        assert.deepEqual({ reviewCount, averageRating, lastMentioned }, figuresOf(own));
      }
      for (const { id, reviewCount, averageRating, lastMentioned } of services) {
        const own = reviews.filter((review) => review.mentionedServices.includes(id));
        assert.deepEqual({ reviewCount, averageRating, lastMentioned }, figuresOf(own));
      }
      for (const { id, reviewCount, averageRating, lastMentioned } of serviceAreas) {
        const own = reviews.filter((review) => review.mentionedServiceAreas.includes(id));
        assert.deepEqual({ reviewCount, averageRating, lastMentioned }, figuresOf(own));
      }
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

test('the schema knows every member, and no member is undefined', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const document = parse(renderInsightsJson(dataset));
      assert.deepEqual(InsightsDocument.parse(document), document);
    }),
  );
});

test('what needs an analysis of the texts is absent, not invented', () => {
  const document = parse(renderInsightsJson(AWKWARD));
  assert.deepEqual(Object.keys(document), [
    'schemaVersion',
    'dateModified',
    'business',
    'period',
    'reviewCount',
    'textReviewCount',
    'methodology',
    'entities',
    'faq',
    'summary',
  ]);
  const { technicians, services, serviceAreas } = document.entities;
  for (const entity of [...technicians, ...services, ...serviceAreas]) {
    for (const invented of ['score', 'topAspects', 'quotes']) {
      assert.ok(!Object.hasOwn(entity, invented), invented);
    }
  }
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

test('a business without reviews has no period and no figures', () => {
  const { period, reviewCount, entities, faq, dateModified } = insightsOf(datasetOf());
  assert.deepEqual([period, reviewCount, faq, dateModified], [null, 0, [], null]);
  assert.deepEqual(entities, { technicians: [], services: [], serviceAreas: [] });
});

test('the same content gives the same bytes, ending in a line feed', () => {
  const bytes = renderInsightsJson(AWKWARD);
  assert.deepEqual(bytes, renderInsightsJson(AWKWARD));
  assert.equal(bytes.at(-1), 0x0a);
});
