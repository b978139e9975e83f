import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { businessJsonLd } from '../../../site/components/business-json-ld.ts';
import { reviewJsonLd } from '../../../site/components/review-json-ld.ts';
import { serializeJsonLd } from '../../../site/components/serialize-json-ld.ts';
import { siteFactsOf } from '../../../site/components/site-facts.ts';
import { contentOf, publishedReview, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';

test('no text ends the script element or opens a comment in it', () => {
  const text = '</script><!-- <script> ]]> & " \u2028';

  const json = serializeJsonLd({ text });

  assert.ok(!json.includes('<'));
  assert.deepEqual(JSON.parse(json), { text });
});

test('a review’s JSON-LD holds terms of schema.org only, and what it is about', () => {
  const facts = siteFactsOf(createDataset(contentOf(), BASE_URL));
  const review = publishedReview({
    name: 'Kept me informed',
    relationship: 'family',
    ownerReply: { text: 'Thank you.', datePublished: '2026-10-04' },
  });

  const jsonLd = reviewJsonLd(review, facts);

  assert.deepEqual(jsonLd, {
    '@context': 'https://schema.org',
    '@type': 'Review',
    '@id': review['@id'],
    url: review.url,
    author: review.author,
    datePublished: review.datePublished,
    reviewRating: review.reviewRating,
    name: 'Kept me informed',
    reviewBody: review.reviewBody,
    inLanguage: 'en',
    publisher: review.publisher,
    identifier: 'review-1',
    itemReviewed: {
      '@type': ['LegalService', 'LocalBusiness'],
      '@id': `${BASE_URL}/#business`,
      name: 'Harbor Law',
      url: 'https://harborlaw.example/',
    },
  });
});

test('a business has a rating only where there are reviews', () => {
  const none = businessJsonLd(createDataset(contentOf(), BASE_URL));
  const one = businessJsonLd(createDataset(contentOf({ reviews: [storedReview()] }), BASE_URL));

  assert.ok(!('aggregateRating' in none));
  assert.deepEqual(one.aggregateRating, {
    '@type': 'AggregateRating',
    ratingValue: 5,
    ratingCount: 1,
    reviewCount: 1,
    bestRating: 5,
    worstRating: 1,
  });
});

test('people and places of the business carry a type, and no member is a local term', () => {
  const content = contentOf({
    technicians: [
      { id: 'linh-tran', name: 'Linh Tran', jobTitle: 'Paralegal', aliases: [], unambiguous: true },
    ],
    serviceAreas: [{ id: 'austin', name: 'Austin', aliases: [] }],
  });

  const jsonLd = businessJsonLd(createDataset(content, BASE_URL));

  assert.deepEqual(jsonLd.areaServed, [{ '@type': 'Place', name: 'Austin' }]);
  assert.deepEqual(jsonLd.employee, [
    { '@type': 'Person', name: 'Linh Tran', jobTitle: 'Paralegal', identifier: 'linh-tran' },
  ]);
  for (const term of ['id', 'services', 'timeZone', 'disclaimer', 'license']) {
    assert.ok(!(term in jsonLd), term);
  }
});
