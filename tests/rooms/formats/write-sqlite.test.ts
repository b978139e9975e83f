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

function rowsOf(database: DatabaseSync, sql: string): TypedRow[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

function readReviews(database: DatabaseSync): Review[] {
  const mentions = rowsOf(database, 'SELECT * FROM mentions ORDER BY position');
  const clausesOf = (table: string, key: string) => {
    const rows = rowsOf(database, `SELECT * FROM ${table} ORDER BY position`);
    return rows.map(({ position: _, review, [key]: id, quotable, ...members }) => {
      return { review, clause: { id, ...members, quotable: quotable === 0 ? false : undefined } };
    });
  };
  const onAspects = clausesOf('aspects', 'aspect');
  const onPeople = clausesOf('people', 'technician');
  return rowsOf(database, 'SELECT * FROM reviews ORDER BY position').map((row) => {
    const mentioned = (kind: string, column: string) =>
      mentions
        .filter((mention) => mention.review === row.id && mention.kind === kind)
        .map((mention) => mention[column]);
    const inReview = (clauses: typeof onPeople) =>
      clauses.filter(({ review }) => review === row.id).map(({ clause }) => clause);
    const aspects = inReview(onAspects);
    const people = inReview(onPeople);
    const lists = {
      mentionedTechnicians: mentioned('technician', 'name'),
      mentionedTechnicianIds: mentioned('technician', 'entity'),
      mentionedServices: mentioned('service', 'entity'),
      mentionedServiceAreas: mentioned('service_area', 'entity'),
    };
    for (const [name, list] of Object.entries(lists)) {
      assert.deepEqual(JSON.parse(String(row[name])), list);
    }
    assert.equal(row.aspectCount ?? 0, aspects.length);
    const isAnalyzed = row.aspectCount !== null;
    const { dateCreated: dateCreatedText } = row;
    return rebuildReview({
      ...{ ...row, ...lists, dateCreatedText },
      aspects: isAnalyzed && aspects,
      people: people.length > 0 && people,
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

test('words are found in title, text and answer, whatever their case and accents', (t) => {
  const database = open(t, [
    publishedReview({ id: 'title', name: 'GRÜNE Wiesen' }),
    publishedReview({ id: 'body', reviewBody: 'They said: “grune”!' }),
    publishedReview({ id: 'reply', ownerReply: { text: 'Grüne', datePublished: '2026-10-04' } }),
    publishedReview({ id: 'none', reviewBody: 'Greener' }),
  ]);
  const find = (words: string) =>
    rowsOf(
      database,
      `SELECT id FROM reviews WHERE position IN
       (SELECT rowid FROM reviews_fts WHERE reviews_fts MATCH '${words}') ORDER BY position`,
    ).map(({ id }) => id);
  assert.deepEqual(find('grune'), ['title', 'body', 'reply']);
  assert.deepEqual(find('name: grune'), ['title']);
});
