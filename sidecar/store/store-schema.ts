import type { SqlConnection } from './store-disk.ts';

/** The database inside STATE_DIR. */
export const STORE_FILE = 'release.sqlite';

/*
 * One SQLite database in STATE_DIR holds the data of the newest release:
 *
 * - `release`: its manifest with a digest;
 * - `pieces`: every representation of every file, by its strong ETag, in pieces; the same bytes are
 *   never written twice;
 * - `reviews`: the lines of reviews.json, of which `pieces` holds only the beginning and the end: an
 *   edit of one review writes one line;
 * - `marks`: the highest ordinal, and whether the file may still hold words of removed reviews;
 * - `log` and `changes`: the change log (stored-log.ts);
 * - `notes`: what insights have noted of each review (stored-notes.ts).
 */
export const SCHEMA_VERSION = 1;
/** Stores of earlier programs lack these, and are the same otherwise. */
export const LATER_TABLES = [
  // One row: the log, and the ordinal of the release that it describes. It ends where that is not stored.
  // `own` is always 1: stores of earlier programs have it, and those programs write and read it.
  `CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL, ordinal INTEGER NOT NULL, own INTEGER NOT NULL,
     floor INTEGER NOT NULL, floor_time INTEGER NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS changes (position INTEGER PRIMARY KEY, id TEXT NOT NULL,
     kind TEXT NOT NULL, time INTEGER NOT NULL, newest TEXT NOT NULL)`,
  'CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, tag TEXT NOT NULL, notes TEXT NOT NULL)',
];
const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS release (manifest TEXT NOT NULL, digest TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS pieces (etag TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (etag, number))`,
  // In the order of reviews.json.
  `CREATE TABLE IF NOT EXISTS reviews (date TEXT NOT NULL, id TEXT NOT NULL, line BLOB NOT NULL,
     PRIMARY KEY (date DESC, id))`,
  'CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL)',
  ...LATER_TABLES,
  `PRAGMA user_version = ${SCHEMA_VERSION}`,
];

/** The file whose lines are rows. */
export const REVIEWS = '/reviews.json';

/** Creates the tables of a store whose ordinals are higher than `after`. */
export function createTables(connection: SqlConnection, after: number): void {
  transact(connection, () => {
    for (const statement of SCHEMA) connection.run(statement);
    if (after > 0) setMark(connection, 'ordinal', after);
  });
}

/** 0 for a file without tables. */
export function versionOf(connection: SqlConnection): number {
  return Number(connection.rows('PRAGMA user_version')[0]?.user_version ?? 0);
}

type Mark = 'ordinal' | 'residue';

/** The value of a mark; 0 if it was never set. */
export function markOf(connection: SqlConnection, name: Mark): number {
  return Number(connection.rows('SELECT value FROM marks WHERE name = ?', name)[0]?.value ?? 0);
}

export function setMark(connection: SqlConnection, name: Mark, value: number): void {
  connection.run(
    'INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}

/** Does work whole or not at all. */
export function transact(connection: SqlConnection, work: () => void): void {
  try {
    connection.run('BEGIN IMMEDIATE');
    work();
    connection.run('COMMIT');
  } catch (error) {
    connection.rollBack();
    throw error;
  }
}
