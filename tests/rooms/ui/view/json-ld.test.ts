import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import {
  breadcrumbJsonLd,
  businessJsonLd,
  pageJsonLd,
  questionsJsonLd,
  reviewJsonLd,
  serializeJsonLd,
  websiteJsonLd,
} from '../../../../site/ui/view/json-ld.ts';
import { siteOf } from '../../../../site/ui/view/site.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, publishedReview, storedReview } from '../../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';

async function publish(changes: Partial<Content> = {}) {
  const site = await siteOf(sourceOf(createDataset(contentOf(changes), BASE_URL)));
  return { site, business: businessJsonLd(site, site.head.aggregateRating) };
}

test('no text ends the script element or opens a comment in it', () => {
  const text = '</script><!-- <script> ]]> & " \u2028';
  const json = serializeJsonLd({ text });
  assert.ok(!json.includes('<'));
  assert.deepEqual(JSON.parse(json), { text });
});

test('a review’s JSON-LD holds terms of schema.org only, and what it is about', async () => {
  const review = publishedReview({
    name: 'Kept me informed',
    relationship: 'family',
    ownerReply: { text: 'Thank you.', datePublished: '2026-10-04' },
  });
  const { url, author, datePublished, reviewRating, reviewBody, publisher } = review;
  assert.deepEqual(reviewJsonLd(review, (await publish()).site), {
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

test('a business has a rating only where there are reviews', async () => {
  assert.ok(!('aggregateRating' in (await publish()).business));
  assert.deepEqual((await publish({ reviews: [storedReview()] })).business.aggregateRating, {
    '@type': 'AggregateRating',
    ratingValue: 5,
    ratingCount: 1,
    reviewCount: 1,
    bestRating: 5,
    worstRating: 1,
  });
});

test('people and places of the business carry a type, and no member is a local term', async () => {
  const linh = { id: 'linh-tran', name: 'Linh Tran', jobTitle: 'Paralegal' };
  const { business } = await publish({
    business: { ...contentOf().business, reportUrl: 'https://harborlaw.example/report' },
    technicians: [{ ...linh, aliases: [], unambiguous: true }],
    serviceAreas: [{ id: 'austin', name: 'Austin', aliases: [] }],
  });
  assert.deepEqual(business.areaServed, [{ '@type': 'Place', name: 'Austin' }]);
  assert.deepEqual(business.employee, [
    { '@type': 'Person', name: 'Linh Tran', jobTitle: 'Paralegal', identifier: 'linh-tran' },
  ]);
  for (const term of ['id', 'services', 'timeZone', 'disclaimer', 'license', 'reportUrl']) {
    assert.ok(!(term in business), term);
  }
});

test('the site names its business and its search, which takes what is searched for as a form does', async () => {
  const { site, business } = await publish();
  const { '@id': id, about, potentialAction, ...rest } = websiteJsonLd(site);
  assert.equal(id, `${BASE_URL}/#website`);
  assert.equal(about['@id'], business['@id']);
  assert.deepEqual(rest, {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    url: `${BASE_URL}/`,
    name: 'Reviews of Harbor Law',
    inLanguage: 'en',
  });
  const { searchParams } = new URL(potentialAction.target.replace('{query}', 'x'));
  assert.deepEqual([...searchParams], [['query', 'x']]);
});

test('the pages above a page are numbered from the first, with their whole addresses', () => {
  const crumbs = [
    { name: 'Archive', path: '/archive/' },
    { name: '2026', path: '/archive/2026/' },
  ];
  assert.deepEqual(breadcrumbJsonLd(BASE_URL, crumbs).itemListElement, [
    { '@type': 'ListItem', position: 1, name: 'Archive', item: `${BASE_URL}/archive/` },
    { '@type': 'ListItem', position: 2, name: '2026', item: `${BASE_URL}/archive/2026/` },
  ]);
});

test('a page is part of the site and about the business, and its questions have their answers', async () => {
  const { site } = await publish();
  const page = { path: '/archive/', title: 'Archive', description: 'Every review.' };
  assert.deepEqual(pageJsonLd(site, page), {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': `${BASE_URL}/archive/`,
    url: `${BASE_URL}/archive/`,
    name: 'Archive',
    description: 'Every review.',
    inLanguage: 'en',
    isPartOf: { '@id': websiteJsonLd(site)['@id'] },
    about: { '@id': `${BASE_URL}/#business` },
  });
  const faq = [
    { id: 'fees', question: 'Dear?', answer: 'No.', evidence: ['a'], dateModified: '2026-10-01' },
  ];
  assert.deepEqual(questionsJsonLd(site, faq).mainEntity, [
    { '@type': 'Question', name: 'Dear?', acceptedAnswer: { '@type': 'Answer', text: 'No.' } },
  ]);
});
