import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { FORMATS } from '#formats/formats.ts';
import { SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { dataFilesOf } from '../../../../site/ui/data/data-files.ts';
import { formatSourceOf, makeFormat } from '../../../support/format-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';

const source = formatSourceOf(AWKWARD);
const { count } = source.head;
const files = dataFilesOf({ ...source, count });

test('every file with data is there once, formats behind reviews.json', () => {
  const expected = [...CATALOG.filter(({ purpose }) => purpose === 'data'), ...FORMATS];
  const paths = files.map(({ path }) => path);
  assert.deepEqual(paths.toSorted(), expected.map(({ path }) => path).toSorted());
  const first = ['/reviews.json', ...FORMATS.map(({ path }) => path)];
  assert.deepEqual(paths.slice(0, first.length), first);
});

test('a table has the rows and columns that are said, and every schema is published', () => {
  const { rows, columns } = files.find(({ path }) => path === '/reviews.csv') ?? {};
  const [header = '', ...lines] = makeFormat('/reviews.csv', source)
    .toString()
    // Line breaks in a cell stand in quotes.
    .replaceAll(/"(?:[^"]|"")*"/g, 'text')
    .split('\r\n');
  assert.equal(header.split(',').length, columns);
  assert.equal(lines.length - 1, rows);
  for (const path of ['/reviews.json', '/reviews.ndjson', '/reviews.sqlite']) {
    assert.equal(files.find((file) => file.path === path)?.reviews, AWKWARD.reviews.length);
  }
  const schemas = files.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  assert.ok(schemas.length > 4);
  for (const schema of schemas) {
    // A part of a schema is named by its pointer.
    const [path = ''] = schema.split('#');
    assert.ok(SCHEMA_PATHS.includes(path) || DESCRIPTIONS.has(path), schema);
  }
});
