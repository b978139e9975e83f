import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { importPeer, installPeer } from '../../../scripts/peers/peers.ts';
import { AWKWARD_REVIEWS, datasetWith } from '../../rooms/formats/awkward-reviews.ts';
import { heldInCsv, readRow, rebuildFromCsv } from '../../rooms/formats/csv-row.ts';
import { formatSourceOf, makeFormat } from '../../rooms/formats/format-source.ts';
import { rebuildReview } from '../../rooms/formats/rebuild-review.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

installPeer('formats', console.info);
const { DuckDBInstance } = await importPeer('formats');
const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
after(() => {
  connection.closeSync();
  database.closeSync();
});

async function ask(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

async function typesIn(file: string) {
  const described = await ask(`DESCRIBE SELECT * FROM ${file}`);
  return new Map(described.map(({ column_name, column_type }) => [column_name, column_type]));
}

for (const [name, dataset] of [
  ['awkward', datasetWith(AWKWARD_REVIEWS)],
  [
    'typical',
    createDataset(
      loadContent(join(REPOSITORY, 'content')).content,
      'https://reviews.example',
      createAnnotator(),
    ),
  ],
] as const) {
  test(`DuckDB reads every record of ${name} reviews, and knows their types`, async (t) => {
    const folder = createFolder(t);
    const source = formatSourceOf(dataset);
    writeFileSync(join(folder, 'reviews.json'), renderReviewsJson(dataset));
    for (const { path } of FORMATS) writeFileSync(join(folder, path), makeFormat(path, source));
    const file = (ending: string) => `'${join(folder, `reviews.${ending}`)}'`;
    const { reviews } = dataset;

    const rebuilt = await ask(`SELECT * FROM ${file('parquet')}`);
    assert.deepEqual(rebuilt.map(rebuildReview), reviews);
    const types = await typesIn(file('parquet'));
    for (const [column, type] of [
      ['datePublished', 'DATE'],
      ['dateCreated', 'TIMESTAMP WITH TIME ZONE'],
      ['ratingValue', 'DOUBLE'],
      ['mentionedServices', 'VARCHAR[]'],
    ] as const) {
      assert.equal(types.get(column), type);
    }
    assert.match(String(types.get('aspects')), /^STRUCT\(.*"?start"? INTEGER.*\)\[\]$/);

    const rows = await ask(`SELECT * FROM read_csv(${file('csv')}, all_varchar = true,
      header = true, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n')`);
    const cells = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, String(cell ?? '')])),
    );
    assert.deepEqual(cells.map(readRow).map(rebuildFromCsv), reviews.map(heldInCsv));

    const expected = reviews.map(({ id, reviewBody, aspects }) => ({
      id,
      reviewBody,
      quotes: aspects?.map(({ quote }) => quote) ?? null,
    }));
    const columns = 'id, reviewBody, list_transform(aspects, lambda one: one.quote) AS quotes';
    const whole = `SELECT unnest(reviews, recursive := false) AS r FROM ${file('json')}`;
    assert.deepEqual(await ask(`SELECT ${columns} FROM ${file('ndjson')}`), expected);
    assert.deepEqual(await ask(`SELECT ${columns} FROM (SELECT r.* FROM (${whole}))`), expected);

    if (name === 'awkward') return;
    // Of ordinary reviews it finds the types of CSV by itself.
    const guessed = await typesIn(file('csv'));
    assert.equal(guessed.get('datePublished'), 'DATE');
    assert.equal(guessed.get('ratingValue'), 'DOUBLE');
  });
}
