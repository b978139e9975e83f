import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { z } from 'zod';
import type { Dataset } from '#dataset/dataset.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { mentionOf } from '../../insights/mention-of.ts';
import { makeDescription } from './make-description.ts';

// What the specification asks (Croissant 1.0), and no other member.

const Reference = z.strictObject({ '@id': z.string() });
const Organization = z.strictObject({
  '@type': z.literal('sc:Organization'),
  '@id': z.url(),
  name: z.string(),
  url: z.url(),
});
const FileObject = z.strictObject({
  '@type': z.literal('cr:FileObject'),
  '@id': z.string(),
  name: z.string(),
  description: z.string(),
  contentUrl: z.url(),
  contentSize: z.string().regex(/^\d+ B$/),
  encodingFormat: z.literal('application/json'),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
const DataType = z.enum(['sc:Text', 'sc:URL', 'sc:Date', 'sc:Float']);
const Field = z.strictObject({
  '@type': z.literal('cr:Field'),
  '@id': z.string(),
  name: z.string(),
  description: z.string().min(1),
  dataType: DataType,
  repeated: z.literal(true).optional(),
  source: z.strictObject({
    fileObject: Reference,
    extract: z.strictObject({ jsonPath: z.string() }),
  }),
});
const RecordSet = z.strictObject({
  '@type': z.literal('cr:RecordSet'),
  '@id': z.string(),
  name: z.string(),
  description: z.string(),
  key: Reference.optional(),
  field: z.array(Field).min(1),
});
const Croissant = z.strictObject({
  '@context': z.looseObject({}),
  '@type': z.literal('sc:Dataset'),
  '@id': z.url(),
  conformsTo: z.literal('http://mlcommons.org/croissant/1.0'),
  name: z.string(),
  description: z.string(),
  url: z.url(),
  // Required as well, but not every business names one, and an empty dataset has no date.
  license: z.url().optional(),
  datePublished: z.iso.date().optional(),
  creator: Organization,
  publisher: Organization,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  isLiveDataset: z.literal(true),
  dateModified: z.iso.date().optional(),
  temporalCoverage: z.string().optional(),
  distribution: z.array(FileObject).min(1),
  recordSet: z.array(RecordSet).min(1),
});

const ANALYZED: Dataset = {
  ...AWKWARD,
  reviews: AWKWARD.reviews.map((review, index) => {
    const aspects = [mentionOf({ quote: review.reviewBody }), mentionOf({ quote: 'twice' })];
    return index % 2 === 0 ? { ...review, aspects } : review;
  }),
};

const rendered: unknown = JSON.parse(await makeDescription('/croissant.json', ANALYZED));
const described = Croissant.parse(rendered);
const file = await sourceOf(ANALYZED).file('/reviews.json');
const reviewsJson = joinPieces(file?.body ?? assert.fail());

test('it has all that is required, where the content has it', async () => {
  const { business, dateModified } = AWKWARD;
  assert.equal(described.license, business.license);
  assert.equal(described.datePublished, dateModified);
  assert.equal(described.creator['@id'], business['@id']);
  assert.equal(described['@id'], `${BASE_URL}/reviews.json`);
  const empty = await makeDescription('/croissant.json', datasetOf());
  const { license, datePublished } = Croissant.parse(JSON.parse(empty));
  assert.deepEqual([license, datePublished], [undefined, undefined]);
});

test('its one file is reviews.json, by its size and its hash', () => {
  const [{ contentUrl, contentSize, sha256 } = assert.fail(), ...others] = described.distribution;
  assert.deepEqual(others, []);
  assert.equal(contentUrl, `${BASE_URL}/reviews.json`);
  assert.equal(contentSize, `${reviewsJson.length} B`);
  assert.equal(sha256, createHash('sha256').update(reviewsJson).digest('hex'));
});

test('ids are unique, and every reference leads to one', () => {
  const ids = [
    ...described.distribution.map((one) => one['@id']),
    ...described.recordSet.flatMap((set) => [set['@id'], ...set.field.map((one) => one['@id'])]),
  ];
  assert.equal(new Set(ids).size, ids.length);
  for (const { '@id': id, name, key, field } of described.recordSet) {
    assert.equal(id, name);
    if (key) assert.ok(ids.includes(key['@id']));
    for (const one of field) {
      assert.equal(one['@id'], `${id}/${one.name}`);
      assert.ok(ids.includes(one.source.fileObject['@id']));
    }
  }
});

test('as JSON-LD every term is one of Croissant, of schema.org or of Dublin Core', async () => {
  const document = z.looseObject({}).parse(rendered);
  const options = { safe: true, base: `${BASE_URL}/croissant.json` };
  const quads = await jsonld.toRDF(document, options);
  assert.ok(Array.isArray(quads));
  const TERMS = {
    'http://mlcommons.org/croissant/': `dataType extract field fileObject isLiveDataset jsonPath key
      recordSet repeated source`,
    'https://schema.org/': `contentSize contentUrl creator dateModified datePublished description
      distribution encodingFormat license name publisher sha256 temporalCoverage url version`,
    'http://purl.org/dc/terms/': 'conformsTo',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'type',
  };
  const known = Object.entries(TERMS).flatMap(([vocabulary, names]) =>
    names.split(/\s+/).map((name) => vocabulary + name),
  );
  const used = new Set(quads.map(({ predicate }) => predicate.value));
  assert.deepEqual([...used].toSorted(), known.toSorted());
});

/** What JSONPath finds, of the part of it that is used here: members, and all items of an array. */
function find(document: unknown, path: string): unknown[] {
  assert.match(path, /^\$(?:\.\w+(?:\[\*\])?)+$/);
  let found = [document];
  for (const step of path.slice(2).split('.')) {
    const name = step.replace('[*]', '');
    const members = found.flatMap((value) => {
      const record = z.looseObject({}).parse(value);
      return name in record ? [record[name]] : [];
    });
    found = step === name ? members : members.flatMap((list) => z.array(z.unknown()).parse(list));
  }
  return found;
}

const VALUES: Readonly<Record<z.infer<typeof DataType>, z.ZodType>> = {
  'sc:Text': z.string(),
  'sc:URL': z.url(),
  'sc:Date': z.iso.date(),
  'sc:Float': z.number(),
};

test('every path finds a value of its type in every record, so that rows stay together', () => {
  const document: unknown = JSON.parse(reviewsJson.toString());
  const mentions = ANALYZED.reviews.flatMap(({ aspects = [] }) => aspects);
  assert.ok(mentions.length > 0);
  const counts = new Map([
    ['reviews', ANALYZED.reviews.length],
    ['mentions', mentions.length],
  ]);
  assert.deepEqual(
    described.recordSet.map(({ name }) => name),
    [...counts.keys()],
  );
  for (const { name, field } of described.recordSet) {
    for (const { dataType, repeated, source } of field) {
      const { jsonPath } = source.extract;
      const values = find(document, jsonPath);
      assert.equal(values.length, counts.get(name), jsonPath);
      const value = repeated ? z.array(VALUES[dataType]) : VALUES[dataType];
      for (const one of values) assert.ok(value.safeParse(one).success, `${jsonPath}: ${one}`);
    }
  }
});
