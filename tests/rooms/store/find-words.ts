import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { isMissing } from '#dataset/read/read-content.ts';
import { ask, DECODERS, decodeBytes } from '../../support/ask.ts';

/** Where some words can be read, in some codings: a line for each answer that holds one. */
export async function findWords(
  url: string,
  targets: readonly string[],
  words: readonly string[],
  codings: readonly string[] = Object.keys(DECODERS),
): Promise<string[]> {
  const found: string[] = [];
  for (const target of targets) {
    for (const coding of codings) {
      const headers = { 'Accept-Encoding': coding, Accept: 'text/html' };
      const answer = await ask(url, target, { headers });
      const bytes = decodeBytes(answer);
      const text = [bytes, ...framesIn(bytes)].join('') + JSON.stringify(answer.headers);
      for (const word of words) {
        if (text.includes(word)) found.push(`${word} at ${target} (${coding})`);
      }
    }
  }
  return found;
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What is compressed within a file, as in Parquet: each frame of zstd (RFC 8878 §3.1.1). */
function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = bytes.indexOf(ZSTD_MAGIC); at >= 0; at = bytes.indexOf(ZSTD_MAGIC, at + 1)) {
    try {
      frames.push(zstdDecompressSync(bytes.subarray(at)));
    } catch {
      // The same four bytes by chance.
    }
  }
  return frames;
}

/**
 * Which of some words stand in the bytes of some files, those of text in UTF-8 alone, whatever they are
 * compressed with. A file may be missing: a service that runs makes, renames and removes files at any
 * moment.
 */
export function wordsInFiles(files: readonly string[], words: readonly string[]): string[] {
  const texts = files
    .flatMap(readIfThere)
    .flatMap((bytes) => [...decodings(bytes), ...framesIn(bytes)]);
  return wordsIn(texts, words);
}

function readIfThere(file: string): Buffer[] {
  try {
    return [readFileSync(file)];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Which of some words stand in any value of a database, whatever it is compressed with. */
export function wordsInRows(file: string, words: readonly string[]): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const values = tables.flatMap(({ name }) => [
      ...database.prepare(`SELECT * FROM "${name}"`).all().flatMap(Object.values),
      ...joinedPieces(database, String(name)),
    ]);
    return wordsIn(values.flatMap(decodings), words);
  } finally {
    database.close();
  }
}

/** The same of everything below a folder. */
export function wordsBelow(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  // That of a format is plain, and may be gone or half written.
  const databases = files.filter((file) => /[/\\](?:release|hub)\.sqlite$/.test(file));
  return [...wordsInFiles(files, words), ...databases.flatMap((file) => wordsInRows(file, words))];
}

/** What is compressed in more pieces than one. */
function joinedPieces(database: DatabaseSync, table: string): Buffer[] {
  if (table !== 'pieces') return [];
  const rows = database.prepare('SELECT etag, bytes FROM pieces ORDER BY etag, number').all();
  return [...Map.groupBy(rows, ({ etag }) => etag).values()].map((pieces) =>
    Buffer.concat(pieces.flatMap(({ bytes }) => (bytes instanceof Uint8Array ? [bytes] : []))),
  );
}

/** A value as it is, and as whatever it can be decoded to. */
function decodings(value: unknown): Buffer[] {
  if (!(value instanceof Uint8Array)) return [Buffer.from(String(value))];
  return Object.values(DECODERS).flatMap((decompress) => {
    try {
      return [decompress(Buffer.from(value))];
    } catch {
      return [];
    }
  });
}

function wordsIn(texts: readonly Buffer[], words: readonly string[]): string[] {
  // In one pass, byte by byte, as there may be many of them.
  const toBytes = (word: string) => Buffer.from(word).toString('latin1');
  const anyOf = new RegExp(words.map((word) => RegExp.escape(toBytes(word))).join('|'), 'g');
  const found = new Set(texts.flatMap((text) => text.toString('latin1').match(anyOf) ?? []));
  return words.filter((word) => found.has(toBytes(word)));
}
