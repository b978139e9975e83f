import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  ASPECTS,
  BUSINESS,
  COLUMNS,
  createMentionReader,
  ENTITIES,
  entitiesOf,
  MENTIONS,
  REMOVED,
  REVIEWS,
  TABLES,
  type Table,
  type TableDefinition,
} from './database-tables.ts';
import type { FormatSource } from './formats.ts';
import type { Cell, Column, ColumnType } from './table-column.ts';

/** The version of the tables, which clients may read as PRAGMA user_version. */
const TABLES_VERSION = 1;

/** What is searched by words: the title, the text and the answer, without accents. */
const WORDS = ['name', 'reviewBody', 'ownerReply'];
const WORDS_TABLE = 'reviews_fts';

/**
 * Writes a database into an empty file, in one transaction, and closes it. Rows stand in the order in
 * which they are published, and indices are made of them at the end, so that the same release makes the
 * same bytes by the same SQLite. If it throws, the file is of no use: no journal is kept.
 */
export function writeSqlite(source: FormatSource, openDatabase: () => DatabaseSync): void {
  const database = openDatabase();
  try {
    database.exec(PRAGMAS);
    database.exec('BEGIN');
    database.exec(TABLES.map(createTable).join(''));
    writeRows(database, source);
    database.exec(TABLES.map(createIndices).join(''));
    database.exec(CREATE_WORDS);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

// References are not checked row by row: reviews hold no others. A test checks them.
const PRAGMAS = `
  PRAGMA page_size = 4096;
  PRAGMA encoding = 'UTF-8';
  PRAGMA auto_vacuum = NONE;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA foreign_keys = OFF;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16384;
  PRAGMA application_id = 0;
  PRAGMA user_version = ${TABLES_VERSION};
`;

// The table has no copy of the texts. Double quotes: Datasette finds it by them.
const CREATE_WORDS = `
  CREATE VIRTUAL TABLE ${WORDS_TABLE} USING fts5(
    ${WORDS.join(', ')}, content="${REVIEWS.name}", content_rowid="position",
    tokenize="unicode61 remove_diacritics 2"
  );
  INSERT INTO ${WORDS_TABLE} (${WORDS_TABLE}) VALUES ('rebuild');
  INSERT INTO ${WORDS_TABLE} (${WORDS_TABLE}) VALUES ('optimize');
`;

function writeRows(database: DatabaseSync, source: FormatSource): void {
  insertInto(database, BUSINESS)(source);
  const addEntity = insertInto(database, ENTITIES);
  for (const entity of entitiesOf(source.names)) addEntity(entity);
  const addReview = insertInto(database, REVIEWS);
  const addMention = insertInto(database, MENTIONS);
  const addAspect = insertInto(database, ASPECTS);
  const mentionsOf = createMentionReader(source.names);
  for (const review of source.reviews()) {
    addReview(review);
    for (const mention of mentionsOf(review)) addMention(mention);
    for (const aspect of review.aspects ?? []) addAspect({ ...aspect, review: review.id });
  }
  const addRemoval = insertInto(database, REMOVED);
  for (const removal of source.removed) addRemoval(removal);
  const addColumn = insertInto(database, COLUMNS);
  for (const { name, key, columns } of TABLES) {
    if ('number' in key) addColumn({ ...POSITION, name: key.number, table: name });
    for (const described of columns) addColumn({ ...described, table: name });
  }
}

const POSITION = {
  type: 'integer',
  description: 'The place of the row in the order of publication, from 1 on.',
  required: true,
} as const;

function insertInto<Row>(
  database: DatabaseSync,
  { name, columns }: Table<Row>,
): (row: Row) => void {
  const names = columns.map((one) => quoted(one.name)).join(', ');
  const marks = columns.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO ${quoted(name)} (${names}) VALUES (${marks})`);
  return (row) => {
    statement.run(...columns.map(({ read }) => storedOf(read(row))));
  };
}

function storedOf(value: Cell): SQLInputValue {
  if (value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function createTable({ name, columns, key, constraints = [] }: TableDefinition): string {
  const [number, keys] =
    'number' in key
      ? [[`${quoted(key.number)} INTEGER PRIMARY KEY`], []]
      : [[], [`PRIMARY KEY (${key.map(quoted).join(', ')})`]];
  const parts = [...number, ...columns.map(defineColumn), ...keys, ...constraints];
  return `CREATE TABLE ${quoted(name)} (\n  ${parts.join(',\n  ')}\n);\n`;
}

const STORED_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  url: 'TEXT',
  date: 'TEXT',
  instant: 'TEXT',
  number: 'REAL',
  integer: 'INTEGER',
  list: 'TEXT',
  json: 'TEXT',
};

function defineColumn({ name, type, required }: Column): string {
  return `${quoted(name)} ${STORED_TYPES[type]}${required ? ' NOT NULL' : ''}`;
}

function createIndices({ name, indices = [] }: TableDefinition): string {
  return indices
    .map((columns) => {
      const index = quoted(`${name}_by_${columns.join('_')}`);
      return `CREATE INDEX ${index} ON ${quoted(name)} (${columns.map(quoted).join(', ')});\n`;
    })
    .join('');
}

function quoted(name: string): string {
  return `"${name}"`;
}
