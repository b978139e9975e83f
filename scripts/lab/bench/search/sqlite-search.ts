import { DatabaseSync } from 'node:sqlite';
import { fold } from '#dataset/text/fold.ts';
import type { SearchDocument, SearchFilters } from '#search/search.ts';
import type { Subject } from './scan-documents.ts';

// Ids are in the order of the newest first, so a page of these ends early.
const TABLES = `
  CREATE TABLE review (id INTEGER PRIMARY KEY, name TEXT, rating REAL, date TEXT);
  CREATE TABLE facet (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE text USING fts5(body, tokenize = 'trigram case_sensitive 1');
  BEGIN`;
const INDEXES = `
  COMMIT;
  CREATE INDEX by_date ON review (date, name);
  CREATE INDEX by_rating ON review (rating, id, date);
  CREATE INDEX by_review ON facet (id, name);
  ANALYZE`;

const CONDITIONS = [
  ['min_rating', 'rating >= ?'],
  ['max_rating', 'rating <= ?'],
  ['since', 'date >= ?'],
  ['until', 'date <= ?'],
] as const;
const BEHIND = 'WHERE date < ? OR date = ? AND name > ?';

/** Reviews in SQLite, with a trigram index of their texts and an index for each order. */
export function openSqlite(documents: readonly SearchDocument[]): Subject {
  const database = new DatabaseSync(':memory:');
  database.exec(TABLES);
  const addReview = database.prepare('INSERT INTO review VALUES (?, ?, ?, ?)');
  const addText = database.prepare('INSERT INTO text (rowid, body) VALUES (?, ?)');
  const addFacet = database.prepare('INSERT INTO facet VALUES (?, ?)');
  for (const [position, { id, body, rating, date, facets }] of documents.entries()) {
    addReview.run(position, id, rating, date);
    addText.run(position, fold(body));
    for (const facet of facets) addFacet.run(facet, position);
  }
  database.exec(INDEXES);
  return ({ sort, after, limit, ...filters }) => {
    const conditions = listConditions(filters);
    const where = conditions.map(([sql]) => sql).join(' AND ') || 'true';
    const values = conditions.map(([, value]) => value);
    if (limit === 0) {
      const found = `SELECT id FROM review WHERE ${where}`;
      const count = `SELECT name, count(*) AS times FROM facet WHERE id IN (${found})`;
      const rows = database.prepare(`${count} GROUP BY name`).all(...values);
      return new Map(rows.map(({ name, times }) => [String(name), Number(times)]));
    }
    const place = after ? [after.date, after.date, after.id] : [];
    const rest = `SELECT id FROM found ${after ? BEHIND : ''}`;
    const order = sort === 'lowest' ? 'rating, id' : 'id';
    const page = database.prepare(`
      WITH found AS MATERIALIZED (SELECT * FROM review WHERE ${where}),
        page AS (${rest} ORDER BY ${order} LIMIT ${limit})
      SELECT count(*) AS total, (SELECT json_group_array(id) FROM page) AS ids FROM found`);
    const { total, ids } = page.get(...values, ...place) ?? {};
    return { total: Number(total), positions: JSON.parse(String(ids)) };
  };
}

function listConditions({ query = '', facets = [], ...filters }: SearchFilters) {
  const conditions: [sql: string, value: string | number][] = [];
  const text = fold(query);
  // A trigram index finds nothing shorter.
  const [holds, value] = text.length < 3 ? ['instr(body, ?)', text] : ['body MATCH ?', `"${text}"`];
  if (text !== '') conditions.push([`id IN (SELECT rowid FROM text WHERE ${holds})`, value]);
  for (const [name, sql] of CONDITIONS) {
    const bound = filters[name];
    if (bound !== undefined) conditions.push([sql, bound]);
  }
  for (const name of facets) conditions.push(['id IN (SELECT id FROM facet WHERE name = ?)', name]);
  return conditions;
}
