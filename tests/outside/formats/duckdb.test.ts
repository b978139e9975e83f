import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importPeer, installPeer } from '../../../scripts/peers/peers.ts';
import { AWKWARD_REVIEWS } from '../../rooms/formats/awkward-reviews.ts';
import { readRow, rowOf } from '../../rooms/formats/csv-row.ts';
import { rebuildReview } from '../../rooms/formats/rebuild-review.ts';
import { AWKWARD, DEMONSTRATION, writeFormats } from './written-formats.ts';

installPeer('formats', console.info);
const { DuckDBInstance } = await importPeer('formats');
const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
after(() => {
  connection.closeSync();
  database.closeSync();
});

const awkward = writeFormats({ after }, AWKWARD);
const demonstration = writeFormats({ after }, DEMONSTRATION);

async function ask(sql: string) {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

const fileIn = (folder: string, name: string) => `'${join(folder, name)}'`;

test('DuckDB rebuilds every record from Parquet', async () => {
  const rows = await ask(`SELECT * FROM ${fileIn(awkward, 'reviews.parquet')}`);
  assert.deepEqual(rows.map(rebuildReview), AWKWARD_REVIEWS);
  const typical = await ask(`SELECT * FROM ${fileIn(demonstration, 'reviews.parquet')}`);
  assert.deepEqual(typical.map(rebuildReview), DEMONSTRATION.reviews);
});

test('DuckDB knows the types of Parquet', async () => {
  const described = await ask(`DESCRIBE SELECT * FROM ${fileIn(awkward, 'reviews.parquet')}`);
  const types = new Map(
    described.map(({ column_name, column_type }) => [column_name, column_type]),
  );
  assert.equal(types.get('datePublished'), 'DATE');
  assert.equal(types.get('dateCreated'), 'TIMESTAMP WITH TIME ZONE');
  assert.equal(types.get('ratingValue'), 'DOUBLE');
  assert.equal(types.get('mentionedServices'), 'VARCHAR[]');
  assert.match(String(types.get('aspects')), /^STRUCT\(.*"?start"? INTEGER.*\)\[\]$/);
});

test('DuckDB reads every cell of CSV', async () => {
  const file = fileIn(awkward, 'reviews.csv');
  const rows = await ask(`SELECT * FROM read_csv(${file}, all_varchar = true, header = true,
    delim = ',', quote = '"', escape = '"', new_line = '\\r\\n')`);
  const cells = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell ?? '')])),
  );
  assert.deepEqual(cells.map(readRow), AWKWARD_REVIEWS.map(rowOf));
});

test('DuckDB finds the types of CSV by itself', async () => {
  const file = fileIn(demonstration, 'reviews.csv');
  const described = await ask(`DESCRIBE SELECT * FROM ${file}`);
  const types = new Map(
    described.map(({ column_name, column_type }) => [column_name, column_type]),
  );
  assert.equal(types.get('datePublished'), 'DATE');
  assert.equal(types.get('ratingValue'), 'DOUBLE');
  assert.deepEqual(await ask(`SELECT count(*)::INT AS count FROM ${file}`), [
    { count: DEMONSTRATION.reviews.length },
  ]);
});

test('DuckDB reads reviews.ndjson, and reviews.json as it is, to the same rows', async () => {
  for (const [folder, { reviews }] of [
    [awkward, AWKWARD],
    [demonstration, DEMONSTRATION],
  ] as const) {
    const expected = reviews.map(({ id, reviewBody, aspects }) => ({
      id,
      reviewBody,
      quotes: aspects?.map(({ quote }) => quote) ?? null,
    }));
    const columns = 'id, reviewBody, list_transform(aspects, lambda one: one.quote) AS quotes';
    const whole = `SELECT unnest(reviews, recursive := false) AS r FROM ${fileIn(folder, 'reviews.json')}`;
    assert.deepEqual(
      await ask(`SELECT ${columns} FROM ${fileIn(folder, 'reviews.ndjson')}`),
      expected,
    );
    assert.deepEqual(await ask(`SELECT ${columns} FROM (SELECT r.* FROM (${whole}))`), expected);
  }
});
