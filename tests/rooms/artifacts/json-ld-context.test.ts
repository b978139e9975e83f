import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { AWKWARD, BASE_URL } from './sample-datasets.ts';

/** The properties of schema.org that the dataset uses. */
const SCHEMA_ORG = new Set(
  `address addressCountry addressLocality addressRegion aggregateRating areaServed author bestRating
  closes dateCreated dateModified datePublished dayOfWeek description email employee foundingDate
  geo image inLanguage jobTitle knowsLanguage latitude legalName license logo longitude name
  openingHoursSpecification opens postalCode priceRange publisher ratingCount ratingValue
  reviewBody reviewCount reviewRating sameAs streetAddress telephone text url worstRating`.split(
    /\s+/,
  ),
);

/** Every member of every record, those of an analysis of the texts too. */
const FULL: Dataset = {
  ...AWKWARD,
  reviews: AWKWARD.reviews.map((review) => ({
    ...review,
    sentiment: { label: 'positive', score: 0.5 },
    aspects: [mentionOf({ quote: review.reviewBody })],
  })),
};

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const [vocabulary, localTerms] = parse(renderReviewsJson(AWKWARD))['@context'];
type Meaning = string | { readonly '@id': string; readonly '@type': string };
const context = new Map<string, Meaning>(Object.entries(localTerms));

/** Where members stand that no context gives a meaning, as JSON-LD processors would read them. */
function membersWithoutMeaning(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => membersWithoutMeaning(one, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    if (member.startsWith('@')) return [];
    const term = context.get(member);
    if (term === undefined && !SCHEMA_ORG.has(member)) return [`${at}.${member}`];
    // A JSON literal (JSON-LD 1.1 §4.2.2) is kept as it is.
    if (typeof term === 'object' && term['@type'] === '@json') return [];
    return membersWithoutMeaning(inner, `${at}.${member}`);
  });
}

test('every member of every record has a meaning', () => {
  assert.equal(vocabulary, 'https://schema.org');
  const { '@context': _, ...document } = parse(renderReviewsJson(FULL));
  assert.deepEqual(new Set(membersWithoutMeaning(document)), new Set());
  assert.deepEqual(Object.keys(ReviewsDocument.shape), ['@context', ...Object.keys(document)]);
});

test('every local term leads to its definition in openapi.json', () => {
  const description = parse(renderOpenApi(AWKWARD));
  for (const [term, meaning] of context) {
    if (term === 'id') continue;
    const definition = typeof meaning === 'string' ? meaning : meaning['@id'];
    const [address, pointer = ''] = definition.split('#');
    assert.equal(address, `${BASE_URL}/openapi.json`);
    const steps = pointer.split('/').slice(1);
    const defined = steps.reduce((node, step) => node?.[step], description);
    assert.ok(defined, `${term}: ${pointer}`);
    assert.equal(steps.at(-1), term);
  }
});
