import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { runs } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { formatSourceOf, makeFormat } from './format-source.ts';
import { rebuildReview, type TypedRow } from './rebuild-review.ts';

/** Opens the database of some reviews as somebody who downloaded it would. */
function open(t: TestContext, reviews: readonly Review[]): DatabaseSync {
  const file = join(createFolder(t), 'reviews.sqlite');
  writeFileSync(file, makeFormat('/reviews.sqlite', formatSourceOf(datasetWith(reviews))));
  const database = new DatabaseSync(file, { readOnly: true });
  atEnd(t, () => database.close());
  return database;
}

function rowsOf(database: DatabaseSync, sql: string, ...values: string[]): TypedRow[] {
  return database
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row }));
}

function readReviews(database: DatabaseSync): Review[] {
  const mentioned = (id: string, kind: string, column: string) =>
    rowsOf(
      database,
      `SELECT ${column} AS one FROM mentions WHERE review = ? AND kind = ? ORDER BY position`,
      id,
      kind,
    ).map(({ one }) => one);
  return rowsOf(database, 'SELECT * FROM reviews ORDER BY position').map((row) => {
    const id = String(row.id);
    const aspects = rowsOf(
      database,
      'SELECT * FROM aspects WHERE review = ? ORDER BY position',
      id,
    ).map(({ position: _, review: __, aspect, quotable, ...members }) => ({
      id: aspect,
      ...members,
      quotable: quotable === 0 ? false : undefined,
    }));
    const mentions = {
      mentionedTechnicians: mentioned(id, 'technician', 'name'),
      mentionedTechnicianIds: mentioned(id, 'technician', 'entity'),
      mentionedServices: mentioned(id, 'service', 'entity'),
      mentionedServiceAreas: mentioned(id, 'service_area', 'entity'),
    };
    for (const [name, list] of Object.entries(mentions)) {
      assert.deepEqual(JSON.parse(String(row[name])), list);
    }
    assert.equal(row.aspectCount ?? 0, aspects.length);
    return rebuildReview({
      ...row,
      ...mentions,
      dateCreatedText: row.dateCreated,
      aspects: row.aspectCount === null ? undefined : aspects,
    });
  });
}

test('every record of reviews.json can be rebuilt from the tables', (t) => {
  assert.deepEqual(readReviews(open(t, AWKWARD_REVIEWS)), AWKWARD_REVIEWS);
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      assert.deepEqual(readReviews(open(t, reviews)), reviews);
    }),
    { numRuns: runs(30) },
  );
});

test('the database is whole, and no row refers to another that is missing', (t) => {
  const database = open(t, AWKWARD_REVIEWS);
  assert.deepEqual(rowsOf(database, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
  assert.deepEqual(rowsOf(database, 'PRAGMA foreign_key_check'), []);
  assert.deepEqual(rowsOf(database, 'PRAGMA freelist_count'), [{ freelist_count: 0 }]);
  const [orphans] = rowsOf(
    database,
    `SELECT count(*) AS count FROM aspects
     LEFT JOIN entities ON kind = 'aspect' AND entities.id = aspect WHERE entities.id IS NULL`,
  );
  assert.deepEqual(orphans, { count: 0 });
});

test('words are found in title, text and answer, whatever their case and accents', (t) => {
  const database = open(t, [
    publishedReview({ id: 'title', name: 'GRÜNE Wiesen' }),
    publishedReview({ id: 'body', reviewBody: 'They said: “grune”!' }),
    publishedReview({ id: 'reply', ownerReply: { text: 'Grüne', datePublished: '2026-10-04' } }),
    publishedReview({ id: 'none', reviewBody: 'Greener' }),
  ]);
  const found = rowsOf(
    database,
    `SELECT id FROM reviews WHERE position IN
     (SELECT rowid FROM reviews_fts WHERE reviews_fts MATCH 'grune') ORDER BY position`,
  );
  assert.deepEqual(
    found.map(({ id }) => id),
    ['title', 'body', 'reply'],
  );
  assert.equal(
    rowsOf(database, "SELECT * FROM reviews_fts WHERE reviews_fts MATCH 'name: grune'").length,
    1,
  );
});

test('a lone surrogate becomes the replacement character, as UTF-8 has none', (t) => {
  const [review] = readReviews(open(t, [publishedReview({ reviewBody: 'half \ud83d of it' })]));
  assert.equal(review?.reviewBody, 'half \ufffd of it');
});
