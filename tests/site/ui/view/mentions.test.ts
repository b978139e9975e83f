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

test('no score is told where none of the reviews was analysed', () => {
  const services = [figuresOf('divorce', 3, 0, 0), figuresOf('custody', 2, 0, 1)];

  const [group] = entityGroups({ technicians: [], services, serviceAreas: [] });

  assert.deepEqual(
    group?.rows.map(({ score }) => score),
    [null, 0],
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
