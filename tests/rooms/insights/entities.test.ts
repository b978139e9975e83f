import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { EntityCounter } from '#insights/entities.ts';
import type { EntityFigures } from '#insights/insights-document.ts';
import type { Mention } from '#insights/mention.ts';
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
const entitiesOf = (...reviews: StoredReview[]) =>
  countEntities(
    datasetOf({
      technicians: TECHNICIANS,
      services: SERVICES,
      serviceAreas: SERVICE_AREAS,
      reviews,
    }),
  );
const nobody = {
  reviewCount: 0,
  analysedReviewCount: 0,
  averageRating: null,
  lastMentioned: null,
  positiveReviewCount: 0,
  negativeReviewCount: 0,
  score: 0,
  topAspects: [],
  quotes: [],
};

test('whoever is not mentioned stands with zeroes, in the order of the editors', () => {
  assert.deepEqual(entitiesOf(), {
    technicians: [
      {
        id: 'maria-lopez',
        name: 'María López',
        aliases: ['Ms. Lopez'],
        jobTitle: 'Partner',
        url: 'https://harborlaw.example/maria',
        ...nobody,
      },
      { id: 'wei-zhang', name: 'Wei Zhang', aliases: [], jobTitle: 'Associate', ...nobody },
    ],
    services: [
      {
        id: 'car-accident',
        name: 'Car accident',
        aliases: ['car crash'],
        url: 'https://harborlaw.example/car',
        ...nobody,
      },
      { id: 'divorce', name: 'Divorce', aliases: [], ...nobody },
    ],
    serviceAreas: [
      { id: 'fairhaven', name: 'Fairhaven', aliases: [], ...nobody },
      { id: 'millbrook', name: 'Millbrook', aliases: ['Mill Brook'], ...nobody },
    ],
  });
});

/** A review that names María López and a divorce, and what its only sentence says. */
function said(id: string, reviewBody: string, changes: Partial<Mention> = {}) {
  const whole = { quote: reviewBody, start: 0, end: reviewBody.length };
  const mention = mentionOf({ ...whole, ...changes });
  return publishedReview({
    id,
    reviewBody,
    mentionedTechnicians: ['María López'],
    mentionedServices: ['divorce'],
    sentiment: { label: mention.sentiment, score: 0 },
    aspects: [mention],
  });
}
const BLAME = { sentiment: 'negative', score: -1, confidence: 0.97 } as const;
const PEOPLE = datasetOf({ technicians: TECHNICIANS, services: SERVICES });
const mariaIn = (reviews: readonly Review[], technicians = TECHNICIANS) =>
  countEntities({ ...PEOPLE, technicians, reviews }).technicians[0] ?? assert.fail();
const idsOf = ({ quotes }: EntityFigures) => quotes.map(({ reviewId }) => reviewId);

test('praise counts for a person where the clause has the name as subject or object', () => {
  const maria = mariaIn([
    said('subject', 'MARIA-LOPEZ won it for us.'),
    said('object', 'We loved working with ms lopez.'),
    said('nameless', 'They won it for us.'),
    said('namesake', 'Mariana Lopez won it for us.'),
    said('beside', 'They won it before Maria came.'),
    said('other', 'Maria was kind to us.', { about: 'other' }),
    said('mixed', 'Maria was kind and slow.', { sentiment: 'mixed' }),
    said('neutral', 'Maria was there.', { sentiment: 'neutral' }),
  ]);
  assert.deepEqual([maria.positiveReviewCount, maria.negativeReviewCount], [3, 1]);
  assert.deepEqual([maria.analysedReviewCount, maria.score], [8, 0.25]);
  assert.deepEqual(idsOf(maria).sort(), ['object', 'subject']);
});

test('blame counts for a person only where the name is the subject, of a service wherever it stands', () => {
  const reviews = [
    said('subject', 'Ms. Lopez was rude to us.', BLAME),
    said('object', 'They were rude to Maria.', BLAME),
    said('reason', 'because Ms. Lopez moved us to a different case manager', BLAME),
    said('before', 'Our case was handed from Maria Lopez to a stranger.', BLAME),
    said('nameless', 'The receptionist was rude to us.', BLAME),
  ];
  const maria = mariaIn(reviews);
  assert.deepEqual([maria.positiveReviewCount, maria.negativeReviewCount], [0, 1]);
  assert.deepEqual([maria.analysedReviewCount, maria.score], [5, -0.2]);
  assert.deepEqual(idsOf(maria), ['subject']);
  const [, divorce] = countEntities({ ...PEOPLE, reviews }).services;
  assert.deepEqual([divorce?.negativeReviewCount, divorce?.score], [5, -1]);
  assert.equal(divorce?.quotes.length, 1);
});

test('a first name that may be another’s names nobody, and all is counted anew where editors say so', () => {
  const count = createCounter();
  const reviews = [said('aaaa', 'Maria was rude to us.', BLAME)];
  const countOf = (technicians: typeof TECHNICIANS) => {
    const [maria] = count({ ...PEOPLE, technicians, reviews }).technicians;
    return [maria?.negativeReviewCount, maria?.quotes.length];
  };
  assert.deepEqual(countOf(TECHNICIANS), [1, 1]);
  assert.deepEqual(countOf(TECHNICIANS.map((one) => ({ ...one, unambiguous: false }))), [0, 0]);
});
