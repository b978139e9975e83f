import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { isMissing } from '#dataset/read/read-content.ts';
import { ask, DECODERS, decodeBytes } from './ask.ts';

/** Finds words in the answers to some targets, in each coding: a line for each word in each answer. */
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

/** The data in a file that are compressed, as in Parquet: each frame of zstd (RFC 8878 §3.1.1). */
function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = bytes.indexOf(ZSTD_MAGIC); at >= 0; at = bytes.indexOf(ZSTD_MAGIC, at + 1)) {
    try {
      frames.push(zstdDecompressSync(bytes.subarray(at)));
    } catch {
      // The four bytes of the magic number were there by chance.
    }
  }
  return frames;
}

/** Reads a file. It may be missing, as a running service removes files at any moment. */
function readIfThere(file: string): Buffer[] {
  try {
    return [readFileSync(file)];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Finds words in all values of a database, in any coding. */
function wordsInRows(file: string, words: readonly string[]): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const values = tables.flatMap(({ name }) =>
      database.prepare(`SELECT * FROM "${name}"`).all().flatMap(Object.values),
    );
    return wordsIn(values.flatMap(decodings), words);
  } finally {
    database.close();
  }
}

/** Finds words in all files and databases below a folder. */
export function wordsBelow(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  // Databases of formats are only read as files: they may be gone or half written.
  const databases = files.filter((file) => /[/\\]hub\.sqlite$/.test(file));
  const inRows = databases.flatMap((file) => wordsInRows(file, words));
  const bytes = files.flatMap(readIfThere);
  const texts = bytes.flatMap((one) => [...decodings(one), ...framesIn(one)]);
  return [...new Set([...wordsIn(texts, words), ...inRows])];
}

/** A value as it is, and in each way in which it can be decoded. */
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
  // In one pass over the bytes, as there may be many words.
  const toBytes = (word: string) => Buffer.from(word).toString('latin1');
  const anyOf = new RegExp(words.map((word) => RegExp.escape(toBytes(word))).join('|'), 'g');
  const found = new Set(texts.flatMap((text) => text.toString('latin1').match(anyOf) ?? []));
  return words.filter((word) => found.has(toBytes(word)));
}
