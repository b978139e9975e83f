import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { renderJsonLdContext } from '#artifacts/json-ld-context.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { renderJsonSchema } from '#views/json-schemas.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { AWKWARD, BASE_URL } from './sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

/** Every member of every record, those of an analysis of the texts too. */
const FULL: Dataset = {
  ...AWKWARD,
  reviews: AWKWARD.reviews.map((review) => ({
    ...review,
    sentiment: { label: 'positive', score: 0.5 },
    aspects: [mentionOf({ quote: review.reviewBody })],
  })),
};

/** The terms of schema.org's context that the dataset uses, as schema.org publishes them. */
const SCHEMA_ORG = parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/schema-org-context.json')),
);

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const SCHEMA = 'http://schema.org/';

type Triple = readonly [subject: string, predicate: string, object: string];

/** The triples of reviews.json, as a processor of others reads them; it refuses what has no meaning. */
async function triplesOf(dataset: Dataset): Promise<Triple[]> {
  const contexts = new Map([
    ['https://schema.org', SCHEMA_ORG],
    [`${BASE_URL}/context.jsonld`, parse(renderJsonLdContext(dataset))],
  ]);
  const documentLoader = async (url: string) => {
    const document = contexts.get(url);
    if (!document) throw new Error(`${url} is no context of reviews.json.`);
    return { contextUrl: undefined, document, documentUrl: url };
  };
  const options = { documentLoader, safe: true, base: `${BASE_URL}/reviews.json` };
  const quads = await jsonld.toRDF(parse(renderReviewsJson(dataset)), options);
  assert.ok(Array.isArray(quads));
  return quads.map(({ subject, predicate, object }) => [
    subject.value,
    predicate.value,
    object.value,
  ]);
}

const triples = await triplesOf(FULL);
const subjectsOf = (predicate: string, object: string) =>
  triples.filter(([, one, two]) => one === predicate && two === object).map(([one]) => one);
const objectsOf = (subject: string, predicate: string) =>
  triples.filter(([one, two]) => one === subject && two === predicate).map(([, , three]) => three);
const typed = (type: string) => subjectsOf(`${RDF}type`, SCHEMA + type);

const BUSINESS = `${BASE_URL}/#business`;

test('the triples have one business, one rating of it, and every review of it', () => {
  assert.deepEqual(typed('LocalBusiness'), [BUSINESS]);
  assert.deepEqual(objectsOf(BUSINESS, `${SCHEMA}name`), [AWKWARD.business.name]);
  const reviewed = subjectsOf(`${SCHEMA}itemReviewed`, BUSINESS);
  const [rating, ...others] = typed('AggregateRating');
  assert.deepEqual(others, []);
  assert.deepEqual(
    new Set(reviewed),
    new Set([rating, ...FULL.reviews.map(({ '@id': address }) => address)]),
  );
  assert.equal(reviewed.length, FULL.reviews.length + 1);
  assert.deepEqual(typed('Review').length, FULL.reviews.length);
  assert.deepEqual(subjectsOf(`${SCHEMA}aggregateRating`, rating ?? ''), []);
});

test('every other term is one of schema.org, or leads to its definition in the JSON Schema', () => {
  const schemas = parse(renderJsonSchema('/schema/reviews.json', BASE_URL));
  const known = new Set(
    Object.values(SCHEMA_ORG['@context']).map((term) =>
      JSON.stringify(term).replace(/^.*?schema:(\w+).*$/, `${SCHEMA}$1`),
    ),
  );
  const predicates = new Set(triples.map(([, predicate]) => predicate));
  const local = [...predicates].filter((one) => one.startsWith(BASE_URL));
  assert.ok(local.length >= 17, `${local.length}`);
  for (const predicate of local) {
    const [address, pointer = ''] = predicate.split('#');
    assert.equal(address, `${BASE_URL}/schema/reviews.json`);
    const steps = pointer.split('/').slice(1);
    assert.ok(
      steps.reduce((node, step) => node?.[step], schemas),
      pointer,
    );
  }
  const others = [...predicates].filter((one) => one.startsWith(SCHEMA) && !known.has(one));
  assert.deepEqual(others, []);
});
