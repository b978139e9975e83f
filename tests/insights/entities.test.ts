import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredReview } from '#dataset/stored-review.ts';
import { countEntities, createEntityCounter } from '#insights/entities.ts';
import type { EntityFigures } from '#insights/insights-document.ts';
import { datasetOf, SERVICE_AREAS, SERVICES, TECHNICIANS } from '../artifacts/sample-datasets.ts';
import { publishedReview, storedReview } from '../support/reviews.ts';
import { mentionOf } from './mention-of.ts';

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

test('mentions are counted once a review, with their mean and the newest date', () => {
  const { technicians, services, serviceAreas } = entitiesOf(
    storedReview({
      id: 'old-one',
      datePublished: '2026-01-01',
      rating: 4.5,
      reviewBody: 'Maria, Ms. Lopez, María López: my car crash, a car accident, in Mill Brook.',
    }),
    storedReview({
      id: 'new-one',
      datePublished: '2026-02-02',
      rating: 2,
      reviewBody: 'Maria again.',
    }),
    storedReview({ id: 'newest', datePublished: '2026-03-03', rating: 5, reviewBody: '' }),
  );
  const figures = ({ reviewCount, averageRating, lastMentioned }: EntityFigures) => [
    reviewCount,
    averageRating,
    lastMentioned,
  ];
  assert.deepEqual(technicians.map(figures), [
    [2, 3.25, '2026-02-02'],
    [0, null, null],
  ]);
  assert.deepEqual(services.map(figures), [
    [1, 4.5, '2026-01-01'],
    [0, null, null],
  ]);
  assert.deepEqual(serviceAreas.map(figures), [
    [0, null, null],
    [1, 4.5, '2026-01-01'],
  ]);
});

test('the lists of editors count, and what is not published does not', () => {
  const { technicians, services } = entitiesOf(
    storedReview({
      id: 'edited',
      technicians: ['wei-zhang'],
      services: ['divorce', 'car-accident'],
    }),
    storedReview({ id: 'cleared', technicians: [], reviewBody: 'Maria' }),
    storedReview({ id: 'pending', reviewBody: 'Maria', verification: { status: 'pending' } }),
  );
  assert.deepEqual(
    technicians.map(({ id, reviewCount }) => [id, reviewCount]),
    [
      ['maria-lopez', 0],
      ['wei-zhang', 1],
    ],
  );
  assert.deepEqual(
    services.map(({ id, reviewCount }) => [id, reviewCount]),
    [
      ['car-accident', 1],
      ['divorce', 1],
    ],
  );
});

test('whoever a review names twice is counted once', () => {
  const dataset = datasetOf({ services: SERVICES, reviews: [storedReview()] });
  const mentionedServices = ['divorce', 'divorce'];
  const reviews = dataset.reviews.map((review) => ({ ...review, mentionedServices }));
  const { services } = countEntities({ ...dataset, reviews });
  assert.deepEqual(
    services.map(({ reviewCount }) => reviewCount),
    [0, 1],
  );
});

test('the last mention is that of the reviews that are left', () => {
  const count = createEntityCounter();
  const review = (id: string, datePublished: string, reviewBody = 'My divorce.') =>
    storedReview({ id, datePublished, reviewBody });
  const lastOf = (...reviews: StoredReview[]) =>
    count(datasetOf({ services: SERVICES, reviews })).services[1]?.lastMentioned;
  const old = review('old-one', '2026-01-01');
  assert.equal(lastOf(old, review('newer', '2026-02-02')), '2026-02-02');
  assert.equal(lastOf(old, review('newer', '2026-02-02', 'Nothing.')), '2026-01-01');
  assert.equal(lastOf(review('newer', '2026-02-02', 'Nothing.')), null);
  assert.equal(lastOf(old, review('newest', '2026-03-03')), '2026-03-03');
});

const aspects = ['fees', 'staff', 'outcome'].map((id) => ({
  id,
  name: id,
  description: id,
  terms: [id],
}));

test('what reviews say of somebody is scored, and their most frequent aspects are told', () => {
  const dataset = { ...datasetOf({ services: SERVICES }), aspects };
  const judged = (id: string, label: 'positive' | 'negative', ...said: string[]) =>
    publishedReview({
      id,
      mentionedServices: ['divorce'],
      sentiment: { label, score: 0 },
      aspects: said.map((aspect) => mentionOf({ id: aspect })),
    });
  const reviews = [
    judged('aaaa', 'positive', 'staff', 'staff', 'unknown'),
    judged('bbbb', 'positive', 'outcome', 'fees'),
    judged('cccc', 'negative', 'outcome'),
    publishedReview({ id: 'dddd', mentionedServices: ['divorce'] }),
  ];
  const [unmentioned, divorce] = countEntities({ ...dataset, reviews }).services;
  assert.deepEqual(unmentioned?.topAspects, []);
  assert.deepEqual(divorce?.topAspects, ['outcome', 'fees', 'staff']);
  assert.equal(divorce?.score, 0.333);
  assert.deepEqual([divorce?.reviewCount, divorce?.analysedReviewCount], [4, 3]);
});

test('quotes that name whom they are about, by name or alias, stand first', () => {
  const count = createEntityCounter();
  const said = (id: string, quote: string, confidence: number) =>
    publishedReview({
      id,
      mentionedTechnicians: ['María López'],
      aspects: [mentionOf({ quote, confidence })],
    });
  const reviews = [
    said('aaaa', 'She won it for us.', 1),
    said('bbbb', 'MARIA-LOPEZ won it.', 0.2),
    said('cccc', 'Then ms lopez won it.', 0.3),
    said('dddd', 'Mariana Lopez is another.', 0.9),
  ];
  const dataset = { ...datasetOf({ technicians: TECHNICIANS }), reviews };
  const quotedOf = (one: typeof dataset) =>
    count(one).technicians[0]?.quotes.map(({ reviewId }) => reviewId);
  assert.deepEqual(quotedOf(dataset), ['cccc', 'bbbb']);
  const technicians = TECHNICIANS.map((one) => ({ ...one, aliases: ['🙂'] }));
  assert.deepEqual(quotedOf({ ...dataset, technicians }), ['bbbb', 'aaaa']);
});

test('blame is quoted of a person only where it names her, of a service wherever it stands', () => {
  const said = (id: string, quote: string) =>
    publishedReview({
      id,
      mentionedTechnicians: ['María López'],
      mentionedServices: ['divorce'],
      aspects: [mentionOf({ quote, sentiment: 'negative', confidence: id === 'aaaa' ? 1 : 0.8 })],
    });
  const dataset = datasetOf({ technicians: TECHNICIANS, services: SERVICES });
  const rude = said('aaaa', 'The receptionist was rude.');
  const quotedOf = (technicians: typeof TECHNICIANS, ...reviews: (typeof rude)[]) => {
    const counted = countEntities({ ...dataset, technicians, reviews });
    return [counted.technicians[0], counted.services[1]].map((entity) =>
      entity?.quotes.map(({ reviewId }) => reviewId),
    );
  };
  assert.deepEqual(quotedOf(TECHNICIANS, rude), [[], ['aaaa']]);
  const named = [said('bbbb', 'MARÍA was rude to me.'), said('cccc', 'Ms Lopez was rude.')];
  assert.deepEqual(quotedOf(TECHNICIANS, rude, ...named), [['bbbb'], ['aaaa']]);
  // A first name that may be another's names nobody.
  const unclear = TECHNICIANS.map((one) => ({ ...one, unambiguous: false }));
  assert.deepEqual(quotedOf(unclear, rude, ...named), [['cccc'], ['aaaa']]);
});

test('who is named by a first name is counted anew where editors call it ambiguous', () => {
  const count = createEntityCounter();
  const quote = 'Maria was rude to me.';
  const reviews = [
    publishedReview({
      mentionedTechnicians: ['María López'],
      aspects: [mentionOf({ quote, sentiment: 'negative' })],
    }),
  ];
  const quotesOf = (technicians: typeof TECHNICIANS) =>
    count({ ...datasetOf({ technicians }), reviews }).technicians[0]?.quotes.length;
  assert.equal(quotesOf(TECHNICIANS), 1);
  assert.equal(quotesOf(TECHNICIANS.map((one) => ({ ...one, unambiguous: false }))), 0);
});
