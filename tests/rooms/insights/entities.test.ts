import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import { EntityCounter } from '#insights/entities.ts';
import { byEdits } from '../../support/edits.ts';
import { publishedReview } from '../../support/reviews.ts';
import { datasetOf, SERVICE_AREAS, SERVICES, TECHNICIANS } from '../artifacts/sample-datasets.ts';
import { mentionOf } from './mention-of.ts';

function createCounter() {
  const counter = new EntityCounter();
  return byEdits(
    ({ reviews }: Dataset) => reviews,
    (dataset, edit) => counter.update(dataset, edit),
  );
}

const countEntities = (dataset: Dataset) =>
  new EntityCounter().update(dataset, addAll(dataset.reviews));

test('whoever is not mentioned stands with zeroes, in the order of the editors', () => {
  const { technicians, services, serviceAreas } = countEntities(
    datasetOf({ technicians: TECHNICIANS, services: SERVICES, serviceAreas: SERVICE_AREAS }),
  );
  const nothing = {
    ...{ reviewCount: 0, analysedReviewCount: 0, averageRating: null, lastMentioned: null },
    ...{
      positiveReviewCount: 0,
      negativeReviewCount: 0,
      score: 0,
      topAspects: [],
      quotes: [],
      unquotedCriticism: [],
    },
  };
  const people = TECHNICIANS.map(({ unambiguous, ...shown }) => ({ ...shown, ...nothing }));
  assert.deepEqual(technicians, people);
  assert.deepEqual(
    [...services, ...serviceAreas],
    [...SERVICES, ...SERVICE_AREAS].map((one) => {
      const { description, ...shown } = { description: '', ...one };
      return { ...shown, ...nothing };
    }),
  );
});

test('a first name that may be another’s names nobody, and all is counted anew where editors say so', () => {
  const count = createCounter();
  const reviewBody = 'Maria was rude to us.';
  const blame = { sentiment: 'negative', score: -1, confidence: 0.97 } as const;
  const review = publishedReview({
    reviewBody,
    mentionedTechnicianIds: ['maria-lopez'],
    sentiment: { label: 'negative', score: 0 },
    aspects: [mentionOf({ ...blame, quote: reviewBody, start: 0, end: reviewBody.length })],
  });
  const countOf = (technicians: typeof TECHNICIANS) => {
    const dataset = { ...datasetOf({ technicians }), reviews: [review] };
    const [maria] = count(dataset).technicians;
    return [maria?.negativeReviewCount, maria?.quotes.length];
  };
  assert.deepEqual(countOf(TECHNICIANS), [1, 1]);
  assert.deepEqual(countOf(TECHNICIANS.map((one) => ({ ...one, unambiguous: false }))), [0, 0]);
});
