import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredReview } from '#dataset/stored-review.ts';
import { countEntities, createEntityCounter } from '#insights/entities.ts';
import { datasetOf, SERVICE_AREAS, SERVICES, TECHNICIANS } from '../artifacts/sample-datasets.ts';
import { storedReview } from '../support/reviews.ts';

const entitiesOf = (...reviews: StoredReview[]) =>
  countEntities(
    datasetOf({
      technicians: TECHNICIANS,
      services: SERVICES,
      serviceAreas: SERVICE_AREAS,
      reviews,
    }),
  );
const nobody = { reviewCount: 0, averageRating: null, lastMentioned: null };

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
  const figures = ({ reviewCount, averageRating, lastMentioned }: typeof nobody | Figures) => [
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

type Figures = {
  readonly reviewCount: number;
  readonly averageRating: number | null;
  readonly lastMentioned: string | null;
};

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
