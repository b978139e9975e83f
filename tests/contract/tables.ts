import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { digestOf } from './digest.ts';

/** In characters; the other formats have longer texts in full. */
const MAX_TEXT = 80;

/** A Parquet file as lines of JSON: the types of its columns, its metadata, and its rows. */
export async function readParquet(bytes: Buffer): Promise<string> {
  const file = new Uint8Array(bytes).buffer;
  const { schema, key_value_metadata = [] } = parquetMetadata(file);
  const compressors = { ZSTD: (data: Uint8Array) => zstdDecompressSync(data) };
  const rows = await parquetReadObjects({ file, compressors });
  return linesOf([...schema, ...key_value_metadata, ...rows]);
}

/** A database as its SQL, and as lines of JSON: its version, and the rows of each table. */
export function readSqlite(bytes: Buffer): string {
  const database = new DatabaseSync(':memory:');
  database.deserialize(bytes);
  const read = (sql: string) => database.prepare(sql).all();
  const namesOf = (type: string) => `SELECT name FROM pragma_table_list WHERE type = '${type}'`;
  const statements = read(
    `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT IN (${namesOf('shadow')})`,
  );
  const tables = read(`${namesOf('table')} AND name NOT LIKE 'sqlite_%' ORDER BY name`);
  const rows = tables.flatMap((table) => [table, ...read(`SELECT * FROM "${table.name}"`)]);
  const version = read('PRAGMA user_version');
  database.close();
  return [...statements.map(({ sql }) => sql), linesOf([...version, ...rows])].join('\n');
}

/** Values without what is empty in them, and with digests of long texts. */
function linesOf(values: readonly object[]): string {
  return values.map((value) => JSON.stringify(value, shorten)).join('\n');
}

function shorten(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value ?? undefined;
  return `{${value.length} characters, ${digestOf(Buffer.from(value))}}`;
}
