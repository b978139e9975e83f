import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv } from '#formats/write-csv.ts';
import { namesOf } from '#search/question/names.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { heldInCsv, readRow, rebuildFromCsv } from './csv-row.ts';
import type { TypedRow } from './rebuild-review.ts';

const csvOf = (reviews: readonly Review[]) =>
  renderCsv(columnsOf(namesOf(datasetWith(reviews))), reviews);

function readRows(csv: Uint8Array): TypedRow[] {
  const records: Record<string, string>[] = parse(Buffer.from(csv), { columns: true });
  return records.map(readRow);
}

/** What a review says of an aspect of the business, where it says anything. */
function saidOf({ aspects = [] }: Review, aspect: string): string | undefined {
  const own = aspects.filter(({ id, about }) => id === aspect && about === 'business');
  const said = new Set(own.map(({ sentiment }) => sentiment));
  if (said.has('mixed') || (said.has('positive') && said.has('negative'))) return 'mixed';
  return (['positive', 'negative', 'neutral'] as const).find((one) => said.has(one));
}

function assertWhole(reviews: readonly Review[]): void {
  const rows = readRows(csvOf(reviews));
  assert.deepEqual(rows.map(rebuildFromCsv), reviews.map(heldInCsv));
  assert.deepEqual(
    rows.map(({ aspect_price, aspect_first_contact }) => [aspect_price, aspect_first_contact]),
    reviews.map((review) => ['price', 'first-contact'].map((aspect) => saidOf(review, aspect))),
  );
}

test('a reader of CSV finds every review as it is in reviews.json', () => {
  assertWhole(AWKWARD_REVIEWS);
  fc.assert(fc.property(anyReviews, assertWhole));
});

test('no cell begins as a formula does', () => {
  const cells: string[][] = parse(Buffer.from(csvOf(AWKWARD_REVIEWS)));
  const formulas = cells.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r]/.test(cell));
  assert.deepEqual(formulas, []);
  assert.ok(cells.flat().includes("'=Too dear,") && cells.flat().includes("''=1"));
  for (const sign of '＝＋－＠') assert.ok(cells.flat().includes(`'${sign}1+1`), sign);
});
