import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { cellText, itemsOf } from '#formats/write-csv.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../../artifacts/sample-datasets.ts';
import { makeDescription, makeFormats } from './make-description.ts';

// What the standard asks (https://datapackage.org/standard/, version 2.0), and no other member.

const PROFILES = 'https://datapackage.org/profiles/2.0';
const Name = z.string().regex(/^[-a-z0-9._]+$/);
const Field = z
  .strictObject({
    name: z.string().min(1),
    type: z.enum(['string', 'number', 'integer', 'date', 'datetime', 'list', 'array']),
    format: z.literal('uri').optional(),
    description: z.string().min(1),
    constraints: z
      .strictObject({
        required: z.literal(true).optional(),
        enum: z.array(z.string()).min(1).optional(),
      })
      .optional(),
    missingValues: z.array(z.string()).optional(),
    delimiter: z.string().optional(),
    itemType: z.literal('string').optional(),
  })
  .refine(({ type, format }) => format === undefined || type === 'string')
  .refine(({ type, delimiter, itemType }) => type === 'list' || !(delimiter ?? itemType));
type Field = z.infer<typeof Field>;
const TableSchema = z.strictObject({
  $schema: z.literal(`${PROFILES}/tableschema.json`),
  fields: z.array(Field).min(1),
  primaryKey: z.array(z.string()).min(1),
  missingValues: z.array(z.string()),
});
const Dialect = z.strictObject({
  $schema: z.literal(`${PROFILES}/tabledialect.json`),
  header: z.literal(true),
  delimiter: z.literal(','),
  lineTerminator: z.literal('\r\n'),
  quoteChar: z.literal('"'),
  doubleQuote: z.literal(true),
});
const Resource = z.strictObject({
  $schema: z.literal(`${PROFILES}/dataresource.json`),
  name: Name,
  path: Name.describe('Relative, below the descriptor, and with no step up.'),
  type: z.literal('table').optional(),
  title: z.string().min(1),
  description: z.string().min(1).optional(),
  format: z.string().regex(/^[a-z\d]+$/),
  mediatype: z.string().regex(/^[a-z]+\/[a-z\d.+-]+$/),
  encoding: z.literal('utf-8').optional(),
  bytes: z.int().nonnegative(),
  hash: z.string().regex(/^sha256:[\da-f]{64}$/),
  dialect: Dialect.optional(),
  schema: TableSchema.optional(),
});
const Titled = z.strictObject({ title: z.string() });
const DataPackage = z.strictObject({
  $schema: z.literal(`${PROFILES}/datapackage.json`),
  name: Name,
  id: z.url(),
  title: z.string().min(1),
  description: z.string().min(1),
  homepage: z.url(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  licenses: z
    .array(z.strictObject({ path: z.url() }))
    .min(1)
    .optional(),
  contributors: z.array(Titled.extend({ path: z.url(), roles: z.array(z.string()).min(1) })).min(1),
  sources: z.array(Titled).min(1).optional(),
  resources: z.array(Resource).min(1),
});

const parse = async (dataset = AWKWARD) =>
  DataPackage.parse(JSON.parse(await makeDescription('/datapackage.json', dataset)));
const described = await parse();
const bodies = makeFormats(AWKWARD);

test('it has every file, by a name of its own, with the bytes and the hash that it has', async () => {
  const documents = ['/reviews.json', '/insights.json'];
  assert.deepEqual(
    described.resources.map(({ path }) => `/${path}`),
    [...documents, ...bodies.keys()],
  );
  const source = sourceOf(AWKWARD);
  for (const { name, path, bytes, hash } of described.resources) {
    const file = await source.file(`/${path}`);
    const body = bodies.get(`/${path}`) ?? joinPieces(file?.body ?? assert.fail(path));
    assert.equal(name, path);
    assert.equal(bytes, body.length, path);
    assert.equal(hash, `sha256:${createHash('sha256').update(body).digest('hex')}`, path);
  }
});

test('it says whose data they are, from where, and under which license, if there is one', async () => {
  const { business, aggregateRating } = AWKWARD;
  assert.deepEqual(described.licenses, [{ path: business.license }]);
  assert.deepEqual(described.contributors, [
    { title: business.name, path: business.url, roles: ['creator', 'publisher'] },
  ]);
  assert.deepEqual(
    described.sources?.map(({ title }) => title),
    aggregateRating.bySource.map(({ publisher }) => publisher),
  );
  assert.equal(described.id, `${BASE_URL}/reviews.json`);
  const bare = await parse(datasetOf());
  assert.deepEqual([bare.licenses, bare.sources], [undefined, undefined]);
});

/** The rows of a CSV file by RFC 4180, the header first. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    rows.at(-1)?.push(text);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** What a reader of the package takes for wrong in a cell. */
function faultIn(cell: string, field: Field, missing: readonly string[]): string | undefined {
  const { type, format, constraints } = field;
  if ((field.missingValues ?? missing).includes(cell))
    return constraints?.required ? 'has no value' : undefined;
  const text = cellText(cell);
  if (constraints?.enum && !constraints.enum.includes(text)) return 'is none of the values';
  if (format === 'uri') return URL.canParse(text) ? undefined : 'is no address';
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? undefined : 'is no date';
  if (type === 'datetime') return Number.isNaN(Date.parse(text)) ? 'is no instant' : undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? undefined : 'is no number';
  if (type === 'integer') return /^-?\d+$/.test(text) ? undefined : 'is no integer';
  return type === 'list' && itemsOf(text).includes('') ? 'has an empty item' : undefined;
}

test('every cell of the CSV files is what its column says, and every row has a key of its own', () => {
  const tables = described.resources.filter(({ dialect }) => dialect);
  assert.deepEqual(
    tables.map(({ path }) => path),
    ['reviews.csv'],
  );
  for (const { path, schema = assert.fail(path) } of tables) {
    const [header = [], ...rows] = rowsOf(bodies.get(`/${path}`)?.toString() ?? '');
    assert.deepEqual(
      header,
      schema.fields.map(({ name }) => name),
    );
    const faults = rows.flatMap((row) =>
      schema.fields.flatMap((field, index) => {
        const fault = faultIn(row[index] ?? assert.fail(path), field, schema.missingValues);
        return fault === undefined ? [] : [`${field.name} ${fault}: ${row[index]}`];
      }),
    );
    assert.deepEqual(faults, []);
    const places = schema.primaryKey.map((name) => header.indexOf(name));
    assert.ok(!places.includes(-1));
    const keys = new Set(rows.map((row) => places.map((place) => row[place]).join('\n')));
    assert.equal(keys.size, rows.length);
  }
});

test('a cell that is not what its column says is found', () => {
  const { schema } = described.resources.find(({ path }) => path === 'reviews.csv') ?? {};
  const faultOf = (name: string, cell: string) => {
    const field = schema?.fields.find((one) => one.name === name) ?? assert.fail(name);
    return faultIn(cell, field, schema?.missingValues ?? []);
  };
  for (const name of ['reviewBody', 'mentionedServices', 'name'])
    assert.equal(faultOf(name, ''), undefined);
  assert.equal(faultOf('url', ''), 'has no value');
  assert.equal(faultOf('datePublished', 'June'), 'is no date');
  assert.equal(faultOf('verificationMethod', 'guess'), 'is none of the values');
});
