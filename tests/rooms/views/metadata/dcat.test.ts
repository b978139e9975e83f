import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsonld from 'jsonld';
import { CATALOG } from '#artifacts/catalog.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { makeDescription } from './make-description.ts';

const DCAT = 'http://www.w3.org/ns/dcat#';
const DCT = 'http://purl.org/dc/terms/';
const XSD_DATE = 'http://www.w3.org/2001/XMLSchema#date';

/** The triples of dcat.jsonld, as a processor of others reads them; it refuses what has no meaning. */
async function readTriples(dataset: Dataset) {
  const document = JSON.parse(await makeDescription('/dcat.jsonld', dataset));
  const options = { safe: true, base: `${BASE_URL}/dcat.jsonld` };
  const quads = await jsonld.toRDF(document, options);
  assert.ok(Array.isArray(quads));
  return quads.map(({ subject, predicate, object }) => ({
    subject: subject.value,
    predicate: predicate.value,
    object: object.value,
    kind: object.termType === 'Literal' ? object.datatype.value : object.termType,
  }));
}

const triples = await readTriples(AWKWARD);
const typed = (type: string) =>
  triples.filter(({ object }) => object === DCAT + type).map(({ subject }) => subject);
const allOf = (subject: string, predicate: string) =>
  triples.filter((one) => one.subject === subject && one.predicate === predicate);
const objectsOf = (subject: string, predicate: string) =>
  allOf(subject, predicate).map(({ object }) => object);

const DATASETS = ['/reviews.json', '/insights.json', '/feed.xml'].map((path) => BASE_URL + path);

test('there is one catalog, with its datasets and the service that serves them', () => {
  const [catalog = '', ...others] = typed('Catalog');
  assert.deepEqual(others, []);
  assert.deepEqual(objectsOf(catalog, `${DCAT}dataset`), DATASETS);
  assert.deepEqual(typed('Dataset').toSorted(), DATASETS.toSorted());
  const [service = ''] = typed('DataService');
  assert.deepEqual(objectsOf(catalog, `${DCAT}service`), [service]);
  assert.deepEqual(objectsOf(service, `${DCAT}servesDataset`), DATASETS);
  assert.deepEqual(objectsOf(service, `${DCAT}endpointURL`), [`${BASE_URL}/`]);
  assert.deepEqual(objectsOf(service, `${DCAT}endpointDescription`), [`${BASE_URL}/openapi.json`]);
});

test('each dataset says whose it is, its license, when it changed last and what it covers', () => {
  const { business, dateModified, aggregateRating } = AWKWARD;
  for (const dataset of DATASETS) {
    assert.deepEqual(objectsOf(dataset, `${DCT}publisher`), [business['@id']]);
    const [license] = allOf(dataset, `${DCT}license`);
    assert.deepEqual([license?.object, license?.kind], [business.license, 'NamedNode']);
    const [modified] = allOf(dataset, `${DCT}modified`);
    assert.deepEqual([modified?.object, modified?.kind], [dateModified, XSD_DATE]);
    for (const one of ['title', 'description']) {
      assert.equal(objectsOf(dataset, DCT + one).length, 1);
    }
  }
  const [period = ''] = objectsOf(`${BASE_URL}/reviews.json`, `${DCT}temporal`);
  assert.deepEqual(
    ['startDate', 'endDate'].flatMap((end) => objectsOf(period, DCAT + end)),
    [aggregateRating.earliest, aggregateRating.latest],
  );
});

test('every file with data is a distribution of one dataset, with address, type and license', () => {
  const files = [...CATALOG.filter((kind) => 'isDataset' in kind), ...FORMATS];
  const distributions = DATASETS.flatMap((dataset) => objectsOf(dataset, `${DCAT}distribution`));
  assert.deepEqual(
    distributions.toSorted(),
    files.map(({ path }) => `${BASE_URL}${path}#distribution`).toSorted(),
  );
  for (const { path, title, mediaType } of files) {
    const subject = `${BASE_URL}${path}#distribution`;
    assert.deepEqual(objectsOf(subject, `${DCAT}downloadURL`), [BASE_URL + path]);
    assert.deepEqual(objectsOf(subject, `${DCT}title`), [title]);
    assert.deepEqual(objectsOf(subject, `${DCT}license`), [AWKWARD.business.license]);
    const [type = ''] = mediaType.split(';');
    assert.deepEqual(
      objectsOf(subject, `${DCAT}mediaType`),
      type.includes('/x-') ? [] : [`https://www.iana.org/assignments/media-types/${type}`],
    );
  }
  assert.deepEqual(objectsOf(`${BASE_URL}/reviews.json#distribution`, `${DCT}conformsTo`), [
    `${BASE_URL}/schema/reviews.json`,
  ]);
});

test('every term is one of DCAT 3, of Dublin Core or of FOAF', () => {
  const TERMS = {
    [DCAT]: `dataset service distribution landingPage accessURL downloadURL mediaType endpointURL
      endpointDescription servesDataset startDate endDate`,
    [DCT]: `title description identifier publisher license modified temporal accrualPeriodicity
      conformsTo`,
    'http://xmlns.com/foaf/0.1/': 'name homepage',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'type',
  };
  const known = Object.entries(TERMS).flatMap(([vocabulary, names]) =>
    names.split(/\s+/).map((name) => vocabulary + name),
  );
  const used = new Set(triples.map(({ predicate }) => predicate));
  assert.deepEqual([...used].toSorted(), known.toSorted());
});

test('without reviews and without a license it is as valid', async () => {
  const empty = await readTriples(datasetOf());
  const predicates = new Set(empty.map(({ predicate }) => predicate));
  assert.ok(predicates.has(`${DCAT}distribution`));
  for (const one of ['license', 'modified', 'temporal']) assert.ok(!predicates.has(DCT + one));
});
