import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishReview } from '#dataset/published-reviews.ts';
import { Review } from '#dataset/review.ts';
import { createGazetteers } from '#dataset/text/mentions.ts';
import { storedReview } from '../../support/reviews.ts';

const context = {
  baseUrl: 'https://reviews.example',
  defaultLanguage: 'en',
  gazetteers: createGazetteers({
    technicians: [
      { id: 'maria-lopez', name: 'María López', jobTitle: 'A', aliases: [], unambiguous: true },
    ],
    services: [{ id: 'divorce', name: 'Divorce', aliases: [] }],
    serviceAreas: [{ id: 'fairhaven', name: 'Fairhaven', aliases: [] }],
  }),
  annotate: () => ({}),
  nameOf: (id: string) => (id === 'maria-lopez' ? 'María López' : id),
};
const naming = { name: 'Thanks Maria', reviewBody: 'My divorce in Fairhaven.' };

test('a verified review is published in the terms of schema.org', () => {
  const review = publishReview(
    storedReview({
      ...naming,
      dateCreated: '2026-10-03T14:02:11Z',
      dateModified: '2026-10-05',
      inLanguage: 'es',
      source: { name: 'Google', id: 'secret', url: 'https://maps.example/x' },
      relationship: 'family',
      ownerReply: { text: 'Thanks.', datePublished: '2026-10-07' },
    }),
    context,
  );
  assert.deepEqual(Review.parse(review), review);
  assert.deepEqual(review, {
    '@type': 'Review',
    '@id': 'https://reviews.example/reviews/review-1/',
    id: 'review-1',
    url: 'https://reviews.example/reviews/review-1/',
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-10-03',
    dateCreated: '2026-10-03T14:02:11Z',
    dateModified: '2026-10-05',
    reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
    name: 'Thanks Maria',
    reviewBody: 'My divorce in Fairhaven.',
    inLanguage: 'es',
    publisher: { '@type': 'Organization', name: 'Google', url: 'https://maps.example/x' },
    verification: { status: 'verified', method: 'invitation', date: '2026-10-03' },
    mentionedTechnicians: ['María López'],
    mentionedServices: ['divorce'],
    mentionedServiceAreas: ['fairhaven'],
    ownerReply: { text: 'Thanks.', datePublished: '2026-10-07' },
    relationship: 'family',
  });
});

test('what a review does not have is absent, and the language is that of the business', () => {
  const review = publishReview(storedReview(), context);
  assert.equal(review?.inLanguage, 'en');
  for (const key of ['dateCreated', 'dateModified', 'name', 'ownerReply', 'relationship']) {
    assert.ok(!Object.hasOwn(review ?? {}, key), key);
  }
});

test('the lists of editors win, empty ones as well', () => {
  const review = publishReview(
    storedReview({ ...naming, technicians: [], services: ['probate'], serviceAreas: [] }),
    context,
  );
  assert.deepEqual(review?.mentionedTechnicians, []);
  assert.deepEqual(review?.mentionedServices, ['probate']);
  assert.deepEqual(review?.mentionedServiceAreas, []);
});
