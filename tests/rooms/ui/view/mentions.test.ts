import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityGroups, mentionsOf } from '../../../../site/ui/view/mentions.ts';
import { publishedReview } from '../../../support/reviews.ts';

const figuresOf = (
  id: string,
  reviewCount: number,
  score = 0.5,
  analysedReviewCount = reviewCount,
) => ({
  id,
  name: id.toUpperCase(),
  aliases: [],
  reviewCount,
  analysedReviewCount,
  averageRating: reviewCount === 0 ? null : 4,
  lastMentioned: null,
  positiveReviewCount: 0,
  negativeReviewCount: 0,
  score,
  topAspects: [],
  quotes: [],
});

test('whom and what reviews mention stands by kind, the most mentioned first', () => {
  const groups = entityGroups({
    technicians: [figuresOf('ann', 1), figuresOf('ben', 3), figuresOf('cho', 0)].map((one) => ({
      ...one,
      jobTitle: 'Clerk',
    })),
    services: [figuresOf('divorce', 0)],
    serviceAreas: [figuresOf('austin', 2)],
  });

  assert.deepEqual(
    groups.map(({ label, rows }) => [label, ...rows.map(({ id, name }) => `${id} ${name}`)]),
    [
      ['People', 'technician-ben BEN', 'technician-ann ANN'],
      ['Places', 'service-area-austin AUSTIN'],
    ],
  );
});

test('how a service is spoken of is told unless none of the reviews was analysed', () => {
  const services = [figuresOf('divorce', 3, 0, 0), figuresOf('custody', 2, 1)];

  const [group] = entityGroups({ technicians: [], services, serviceAreas: [] });

  assert.deepEqual(
    group?.rows.map(({ sentiment }) => sentiment),
    [undefined, 'mostly positive'],
  );
});

test('of people only what names them is told', () => {
  const technicians = [
    { ...figuresOf('ann', 9), jobTitle: 'Clerk', positiveReviewCount: 4, negativeReviewCount: 1 },
    { ...figuresOf('ben', 8), jobTitle: 'Clerk', positiveReviewCount: 2 },
    { ...figuresOf('cho', 7), jobTitle: 'Clerk' },
  ];

  const [group] = entityGroups({ technicians, services: [], serviceAreas: [] });

  assert.deepEqual(
    group?.rows.map(({ sentiment }) => sentiment),
    ['praised by name in 4, criticised by name in 1', 'praised by name in 2', undefined],
  );
});

test('mentions of a review go by the names that people know, and kinds without any are left out', () => {
  const review = publishedReview({
    mentionedServices: ['dog-bite', 'gone'],
    mentionedServiceAreas: ['austin'],
  });

  const mentions = mentionsOf(review, {
    services: [{ id: 'dog-bite', name: 'Dog bites' }],
    areaServed: [{ id: 'austin', name: 'Austin' }],
  });

  assert.deepEqual(mentions, [
    { label: 'Services', names: ['Dog bites', 'gone'] },
    { label: 'Places', names: ['Austin'] },
  ]);
});
