import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fold } from '#dataset/text/fold.ts';
import type { SearchDocument } from '#search/search.ts';

// Reviews stand by date, so that the ids of a span of time are an interval. What is asked without a
// text is asked of a narrow table, every order has an index that covers it, and what reviews bear is a
// table by facet, in the order of reviews. By negative stars, a page in the order of falling stars and
// rising ids begins with one comparison of rows, for which SQLite uses the index.
const TABLES = `
  PRAGMA journal_mode = off;
  PRAGMA synchronous = off;
  PRAGMA cache_size = -262144;
  PRAGMA mmap_size = 17179869184;
  CREATE TABLE review (id INTEGER PRIMARY KEY, name TEXT, rating REAL, date TEXT);
  CREATE TABLE body (id INTEGER PRIMARY KEY, body TEXT);
  CREATE TABLE facet (name TEXT, id INTEGER, rating REAL, PRIMARY KEY (name, id)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE fragment USING fts5(
    body, content = 'body', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
`;
const INDEXES = `
  INSERT INTO fragment (fragment) VALUES ('rebuild');
  CREATE INDEX by_date ON review (date, name, rating);
  CREATE INDEX by_rating ON review (rating, id, date);
  CREATE INDEX by_stars_down ON review (-rating, id, date);
`;

/** The reviews in a database of SQLite, with the indices that their questions would want. */
export type SqliteTables = {
  readonly bytes: number;
  readonly size: number;
  /** How many reviews bear a facet. */
  readonly timesOf: (facet: string) => number;
  /** A statement, compiled once. */
  readonly prepare: (sql: string) => StatementSync;
  readonly close: () => void;
};

/** `more` is SQL for further indices. */
export function createSqliteTables(documents: Iterable<SearchDocument>, more = ''): SqliteTables {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  const file = join(folder, 'reviews.db');
  const database = new DatabaseSync(file);
  database.exec(TABLES);
  const size = fill(database, documents, INDEXES + more);
  const rows = database.prepare('SELECT name, count(*) AS times FROM facet GROUP BY name').all();
  const times = new Map(rows.map((row) => [String(row.name), Number(row.times)]));
  const statements = new Map<string, StatementSync>();
  return {
    bytes: statSync(file).size,
    size,
    timesOf: (facet) => times.get(facet) ?? 0,
    prepare: (sql) => {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    close: () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function fill(
  database: DatabaseSync,
  documents: Iterable<SearchDocument>,
  indexes: string,
): number {
  const addReview = database.prepare('INSERT INTO review VALUES (?, ?, ?, ?)');
  const addBody = database.prepare('INSERT INTO body VALUES (?, ?)');
  const addFacet = database.prepare('INSERT INTO facet VALUES (?, ?, ?)');
  database.exec('BEGIN');
  let position = 0;
  for (const { id, body, rating, date, facets } of documents) {
    addReview.run(position, id, rating, date);
    addBody.run(position, fold(body));
    for (const facet of facets) addFacet.run(facet, position, rating);
    position++;
  }
  database.exec(indexes);
  database.exec('COMMIT');
  database.exec('ANALYZE');
  return position;
}
