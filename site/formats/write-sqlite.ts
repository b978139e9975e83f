import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { rowsOf, TABLES, type Table } from './database-tables.ts';
import type { FormatSource } from './formats.ts';
import type { Cell, ColumnType, Field } from './table-column.ts';

/**
 * Writes a database into an empty file, in one transaction, and closes it. Rows are in the order of
 * publication, and indices are made of them at the end, so that the same release gives the same
 * bytes with the same SQLite. If it throws, the file is useless: no journal is kept.
 */
export function writeSqlite(source: FormatSource, openDatabase: () => DatabaseSync): void {
  const database = openDatabase();
  try {
    database.exec(PRAGMAS);
    database.exec('BEGIN');
    database.exec(TABLES.map(createTable).join(''));
    writeRows(database, source);
    database.exec(TABLES.flatMap(createIndices).join(''));
    database.exec(CREATE_WORDS);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

// Clients may read user_version as the version of the tables. References are not checked row by
// row: reviews contain no others. A test checks them.
const PRAGMAS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA foreign_keys = OFF;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16384;
  PRAGMA application_id = 0;
  PRAGMA user_version = 1;
`;

// The index for search by words, without accents. The table has no copy of the texts. Double
// quotes: Datasette finds it by them.
const CREATE_WORDS = `
  CREATE VIRTUAL TABLE reviews_fts USING fts5(
    name, reviewBody, ownerReply, content="reviews", content_rowid="position",
    tokenize="unicode61 remove_diacritics 2"
  );
  INSERT INTO reviews_fts (reviews_fts) VALUES ('rebuild');
  INSERT INTO reviews_fts (reviews_fts) VALUES ('optimize');
`;

function writeRows(database: DatabaseSync, source: FormatSource): void {
  const inserts = new Map(TABLES.map((table) => [table.name, prepareInsert(database, table)]));
  for (const { table, cells } of rowsOf(source)) inserts.get(table)?.run(...cells.map(storedOf));
}

function prepareInsert(database: DatabaseSync, { name, columns }: Table<never>): StatementSync {
  const names = listOf(columns.map((column) => column.name));
  const marks = columns.map(() => '?').join(', ');
  return database.prepare(`INSERT INTO "${name}" (${names}) VALUES (${marks})`);
}

function storedOf(value: Cell): SQLInputValue {
  if (value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function createTable({ name, columns, key, constraints = [] }: Table<never>): string {
  const parts = [
    ...(key ? [] : ['"position" INTEGER PRIMARY KEY']),
    ...columns.map(defineColumn),
    ...(key ? [`PRIMARY KEY (${listOf(key)})`] : []),
    ...constraints,
  ];
  return `CREATE TABLE "${name}" (\n  ${parts.join(',\n  ')}\n);\n`;
}

/** The storage types of values that are not text. */
const STORED_TYPES: Partial<Record<ColumnType, string>> = { number: 'REAL', integer: 'INTEGER' };

function defineColumn({ name, type, required }: Field): string {
  return `"${name}" ${STORED_TYPES[type] ?? 'TEXT'}${required ? ' NOT NULL' : ''}`;
}

function createIndices({ name, indices = [] }: Table<never>): string[] {
  return indices.map((index) => {
    const columns = [index].flat();
    return `CREATE INDEX "${name}_by_${columns.join('_')}" ON "${name}" (${listOf(columns)});\n`;
  });
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
