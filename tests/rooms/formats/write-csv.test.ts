import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { columnsOf, PLAIN_COLUMNS } from '#formats/review-columns.ts';
import { renderCsv, writeCsv } from '#formats/write-csv.ts';
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

test('rows are handed on in pieces while they are read', () => {
  let pieces = 0;
  const seen: number[] = [];
  function* rows() {
    for (let index = 0; index < 20; index++) {
      seen.push(pieces);
      yield publishedReview({ reviewBody: 'x'.repeat(60_000) });
    }
  }
  writeCsv(PLAIN_COLUMNS, rows(), () => pieces++);
  assert.equal(seen[0], 0);
  assert.ok((seen.at(-1) ?? 0) >= 3);
  assert.equal(pieces, 4);
});
