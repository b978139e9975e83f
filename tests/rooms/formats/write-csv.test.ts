import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { columnsOf, PLAIN_COLUMNS } from '#formats/review-columns.ts';
import { csvLines, renderCsv } from '#formats/write-csv.ts';
import { namesOf } from '#search/question/names.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { type Row, readRow, rowOf } from './csv-row.ts';

const columnsFor = (reviews: readonly Review[]) => columnsOf(namesOf(datasetWith(reviews)));
const csvOf = (reviews: readonly Review[]) => renderCsv(columnsFor(reviews), reviews);

function readRows(csv: Uint8Array): Row[] {
  const records: Record<string, string>[] = parse(Buffer.from(csv), { columns: true });
  return records.map(readRow);
}

test('a reader of CSV finds every review as it is in reviews.json', () => {
  assert.deepEqual(readRows(csvOf(AWKWARD_REVIEWS)), AWKWARD_REVIEWS.map(rowOf));
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      assert.deepEqual(readRows(csvOf(reviews)), reviews.map(rowOf));
    }),
  );
});

test('no cell begins as a formula does', () => {
  const cells: string[][] = parse(Buffer.from(csvOf(AWKWARD_REVIEWS)));
  const formulas = cells.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r]/.test(cell));
  assert.deepEqual(formulas, []);
  assert.ok(cells.flat().includes("'=Too dear,") && cells.flat().includes("''=1"));
  for (const sign of '＝＋－＠') assert.ok(cells.flat().includes(`'${sign}1+1`), sign);
});

test('a lone surrogate becomes the replacement character, as UTF-8 has none', () => {
  const [row] = readRows(csvOf([publishedReview({ reviewBody: 'half \ud83d of it' })]));
  assert.equal(row?.reviewBody, 'half \ufffd of it');
});

test('a line is handed on before the next row is read', () => {
  let read = 0;
  function* rows() {
    for (; read < 3; read++) yield publishedReview();
  }
  const readAtLine = Array.from(csvLines(PLAIN_COLUMNS, rows()), () => read);
  assert.deepEqual(readAtLine, [0, 0, 1, 2]);
});
