import { PARQUET_TYPE, SQLITE_TYPE } from '#artifacts/media-types.ts';
import { digestOf } from './digest.ts';
import { readParquet, readSqlite } from './tables.ts';

/**
 * A body as a person reads it, a member, an element or a row a line. Two bodies of text that differ in
 * a byte differ here as well, as each change can be undone. Of tables only the content shows: their
 * bytes depend on the zlib, zstd and SQLite of the machine.
 */
export async function toReadable(mediaType: string, bytes: Buffer): Promise<string> {
  if (mediaType === PARQUET_TYPE) return await readParquet(bytes);
  if (mediaType === SQLITE_TYPE) return readSqlite(bytes);
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes) || text.includes('\0')) {
    return `{${bytes.length} bytes, ${digestOf(bytes)}}`;
  }
  if (/\bjson\b/.test(mediaType)) return spreadJson(text);
  if (/\b(?:html|xml)\b/.test(mediaType)) return text.replaceAll('<', '\n<').replace(/^\n/, '');
  return text;
}

/** Within a string of JSON: the ends of lines, the members and elements of JSON, and tags. */
const BREAKS = /(?<=\\n)|(?<=,)(?=\\"|\{)|(?=<)/g;

/**
 * Compact JSON with its members on lines, and long strings as well, in which JSON itself has no line
 * breaks. Any other text as it is, such as a part of some.
 */
function spreadJson(text: string): string {
  const end = text.endsWith('\n') ? '\n' : '';
  try {
    const value: unknown = JSON.parse(text);
    if (JSON.stringify(value) + end !== text) return text;
    const lines = JSON.stringify(value, null, 1) + end;
    return lines.replaceAll(/^.{200,}$/gm, (line) => line.replaceAll(BREAKS, '\n'));
  } catch {
    return text;
  }
}
