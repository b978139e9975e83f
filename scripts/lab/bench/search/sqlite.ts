import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fold } from '#dataset/text/fold.ts';
import type { SearchFilters } from '#search/search.ts';
import type { OpenSubject } from './subject.ts';

/** FTS5 finds no fragment below three letters by its index. */
const SHORTEST_INDEXED = 3;

const SCHEMA = `
  PRAGMA journal_mode = off;
  PRAGMA synchronous = off;
  PRAGMA cache_size = -262144;
  PRAGMA mmap_size = 17179869184;
  CREATE TABLE review (id INTEGER PRIMARY KEY, body TEXT, rating REAL, date TEXT);
  CREATE TABLE mention (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE fragment USING fts5(
    body, content = 'review', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
`;

export const openSqlite: OpenSubject = (documents) => {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  const file = join(folder, 'reviews.db');
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  const addReview = database.prepare('INSERT INTO review VALUES (?, ?, ?, ?)');
  const addMention = database.prepare('INSERT OR IGNORE INTO mention VALUES (?, ?)');
  database.exec('BEGIN');
  let position = 0;
  for (const { body, rating, date, technicians, services } of documents) {
    addReview.run(position, fold(body), rating, date);
    for (const name of technicians) addMention.run(`technician ${name}`, position);
    for (const name of services) addMention.run(`service ${name}`, position);
    position++;
  }
  database.exec(`INSERT INTO fragment (fragment) VALUES ('rebuild')`);
  database.exec('CREATE INDEX by_date ON review (date DESC, id)');
  database.exec('COMMIT');
  database.exec('ANALYZE');

  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    bytes: statSync(file).size,
    search: (filters) => {
      const { id, from, values } = composeQuery(filters);
      const total = Number(prepare(`SELECT count(*) AS total ${from}`).get(...values)?.total);
      const page = prepare(`SELECT ${id} AS id ${from} ORDER BY ${id} LIMIT ?`);
      const rows = page.all(...values, filters.limit);
      return { total, positions: rows.map((row) => Number(row.id)) };
    },
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Reviews stand by date, so that the ids of a span of time are an interval. */
function composeQuery(filters: SearchFilters) {
  const { query = '', rating, min_rating, since, until, technician, service } = filters;
  const text = fold(query);
  const indexed = [...text].length >= SHORTEST_INDEXED;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number) => {
    conditions.push(condition);
    values.push(value);
  };
  const id = indexed ? 'fragment.rowid' : 'review.id';
  if (indexed) where('fragment MATCH ?', `"${text.replaceAll('"', '""')}"`);
  else where('instr(review.body, ?) > 0', text);
  if (rating !== undefined) where('review.rating = ?', rating);
  if (min_rating !== undefined) where('review.rating >= ?', min_rating);
  if (until !== undefined) {
    where(`${id} >= (SELECT id FROM review WHERE date <= ? ORDER BY date DESC, id LIMIT 1)`, until);
  }
  if (since !== undefined) {
    where(`${id} <= (SELECT id FROM review WHERE date >= ? ORDER BY date, id DESC LIMIT 1)`, since);
  }
  // The plus keeps SQLite from asking the full-text index about one mention after the other.
  const mentioned = `+${id} IN (SELECT id FROM mention WHERE name = ?)`;
  if (technician !== undefined) where(mentioned, `technician ${technician}`);
  if (service !== undefined) where(mentioned, `service ${service}`);
  let tables = indexed ? 'fragment' : 'review';
  if (indexed && (rating ?? min_rating) !== undefined) {
    tables = 'fragment JOIN review ON review.id = fragment.rowid';
  }
  return { id, from: `FROM ${tables} WHERE ${conditions.join(' AND ')}`, values };
}
