import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { businessJsonLd, reviewJsonLd, serializeJsonLd } from '../../../site/ui/view/json-ld.ts';
import { siteFactsOf } from '../../../site/ui/view/site-facts.ts';
import { contentOf, publishedReview, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';

function publish(changes: Partial<Content> = {}) {
  const { business, aggregateRating } = createDataset(contentOf(changes), BASE_URL);
  const facts = siteFactsOf(BASE_URL, business);
  return { facts, business: businessJsonLd(facts, aggregateRating) };
}

test('no text ends the script element or opens a comment in it', () => {
  const text = '</script><!-- <script> ]]> & " \u2028';
  const json = serializeJsonLd({ text });
  assert.ok(!json.includes('<'));
  assert.deepEqual(JSON.parse(json), { text });
});

test('a review’s JSON-LD holds terms of schema.org only, and what it is about', () => {
  const review = publishedReview({
    name: 'Kept me informed',
    relationship: 'family',
    ownerReply: { text: 'Thank you.', datePublished: '2026-10-04' },
  });
  const { url, author, datePublished, reviewRating, reviewBody, publisher } = review;
  assert.deepEqual(reviewJsonLd(review, publish().facts), {
    '@context': 'https://schema.org',
    '@type': 'Review',
    '@id': review['@id'],
    ...{ url, author, datePublished, reviewRating, reviewBody, publisher },
    name: 'Kept me informed',
    inLanguage: 'en',
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
  assert.ok(!('aggregateRating' in publish().business));
  assert.deepEqual(publish({ reviews: [storedReview()] }).business.aggregateRating, {
    '@type': 'AggregateRating',
    ratingValue: 5,
    ratingCount: 1,
    reviewCount: 1,
    bestRating: 5,
    worstRating: 1,
  });
});

test('people and places of the business carry a type, and no member is a local term', () => {
  const linh = { id: 'linh-tran', name: 'Linh Tran', jobTitle: 'Paralegal' };
  const { business } = publish({
    technicians: [{ ...linh, aliases: [], unambiguous: true }],
    serviceAreas: [{ id: 'austin', name: 'Austin', aliases: [] }],
  });
  assert.deepEqual(business.areaServed, [{ '@type': 'Place', name: 'Austin' }]);
  assert.deepEqual(business.employee, [
    { '@type': 'Person', name: 'Linh Tran', jobTitle: 'Paralegal', identifier: 'linh-tran' },
  ]);
  for (const term of ['id', 'services', 'timeZone', 'disclaimer', 'license']) {
    assert.ok(!(term in business), term);
  }
});
