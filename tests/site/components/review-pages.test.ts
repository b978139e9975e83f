import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { mentionsOf, reviewPages } from '../../../site/components/review-pages.ts';
import { contentOf, publishedReview, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';

test('every review has a page that knows the next newer and the next older one', () => {
  const reviews = ['2026-01-01', '2026-03-01', '2026-02-01'].map((datePublished, index) =>
    storedReview({ id: `review-${index}`, datePublished }),
  );

  const pages = reviewPages(createDataset(contentOf({ reviews }), BASE_URL));

  assert.deepEqual(
    pages.map(({ newer, review, older }) => [newer?.id, review.id, older?.id]),
    [
      [undefined, 'review-1', 'review-2'],
      ['review-1', 'review-2', 'review-0'],
      ['review-2', 'review-0', undefined],
    ],
  );
});

test('of its neighbours a page knows no more than it shows', () => {
  const reviews = ['2026-01-01', '2026-03-01'].map((datePublished, index) =>
    storedReview({ id: `review-${index}`, datePublished, name: 'A title' }),
  );

  const [newest] = reviewPages(createDataset(contentOf({ reviews }), BASE_URL));

  assert.deepEqual(newest?.older, {
    id: 'review-0',
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-01-01',
  });
});

test('no review, no page', () => {
  assert.deepEqual(reviewPages(createDataset(contentOf(), BASE_URL)), []);
});

test('mentions go by the names that people know, and kinds without any are left out', () => {
  const review = publishedReview({ mentionedServices: ['dog-bite', 'gone'] });
  const serviceNames = new Map([['dog-bite', 'Dog bites']]);

  assert.deepEqual(mentionsOf(review, serviceNames, new Map()), [
    { label: 'Services', names: ['Dog bites', 'gone'] },
  ]);
});
