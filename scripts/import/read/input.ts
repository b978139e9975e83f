import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decodeText } from '#dataset/read/decode-text.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { readZip } from './read-zip.ts';

/** Exports of reviews are never larger; a larger file is the wrong one. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/** A Takeout may contain pictures beside the reviews. */
const MAX_ARCHIVE_BYTES = 1024 * 1024 * 1024;

const MAX_FOLDER_ENTRIES = 100_000;

/** Reads a file, or the wanted files of a folder (by name) or of a zip archive. */
export function readInput(path: string, isWanted: (name: string) => boolean): InputFile[] {
  return orRefuse(path, () => {
    if (statSync(path).isDirectory()) {
      return listFiles(path)
        .filter(isWanted)
        .map((name) => readInputFile(join(path, name), name));
    }
    const file = readInputFile(path);
    return isZip(file) ? readZip(file, isWanted) : [file];
  });
}

export function readInputFile(path: string, name = basename(path)): InputFile {
  return orRefuse(path, () => {
    const stat = statSync(path);
    if (!stat.isFile()) throw new ImportRefusal(`${path} is not a file; pass the exported file`);
    if (stat.size > (/\.zip$/i.test(path) ? MAX_ARCHIVE_BYTES : MAX_INPUT_BYTES)) {
      const mebibytes = Math.ceil(stat.size / 2 ** 20);
      throw new ImportRefusal(
        `${path} has ${mebibytes} MiB, more than any export of reviews; unpack it and pass the folder with the reviews`,
      );
    }
    return { name, bytes: readFileSync(path) };
  });
}

function listFiles(root: string): string[] {
  const found: string[] = [];
  let seen = 0;
  const visit = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++seen > MAX_FOLDER_ENTRIES) {
        throw new ImportRefusal(
          `${root} contains more than ${MAX_FOLDER_ENTRIES} files; pass only the folder of the export`,
        );
      }
      const name = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) visit(name);
      else if (entry.isFile()) found.push(name);
    }
  };
  visit('');
  return found;
}

export function isZip({ bytes }: InputFile): boolean {
  // "PK" with the mark of a local header, or of the end of an empty archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

function orRefuse<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportRefusal || !(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
    throw new ImportRefusal(`${path} ${reason}; check the path, and quote it if it has spaces`, {
      cause: error,
    });
  }
}

/** The encodings that a person may name. UTF-8 and UTF-16 are detected. */
export const ENCODINGS = ['windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file of an export: its name for the report, its bytes, and their encoding if it was given. */
export type InputFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding?: Encoding | undefined;
};

const KNOWN_BINARIES = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    advice: 'is a zip archive or an Excel workbook; unpack it, or save the sheet as CSV UTF-8',
  },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    advice:
      'is an old Excel workbook, or one with a password; save it as xlsx without a password, or the sheet as CSV UTF-8',
  },
  { start: [0x25, 0x50, 0x44, 0x46], advice: 'is a PDF; export the reviews as CSV or JSON' },
  { start: [0x1f, 0x8b], advice: 'is compressed with gzip; unpack it first' },
] as const;

/** Decodes UTF-8 or UTF-16 text with or without a byte order mark; refuses everything else. */
export function decodeInput({ name, bytes, encoding }: InputFile): string {
  const [first, second] = bytes;
  if (first === undefined) {
    throw new ImportRefusal(`${name} is empty; export the reviews again`);
  }
  const binary = KNOWN_BINARIES.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  if (binary) throw new ImportRefusal(`${name} ${binary.advice}`);
  if (first === 0xff && second === 0xfe) return decodeUtf16(name, bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(name, bytes, 'utf-16be');
  // A header of plain letters in UTF-16 without a mark has a zero byte in every pair.
  if (first !== 0 && second === 0) return decodeUtf16(name, bytes, 'utf-16le');
  if (first === 0 && second !== 0) return decodeUtf16(name, bytes, 'utf-16be');
  if (bytes.includes(0)) throw binaryRefusal(name);
  const decoded = decodeText(name, bytes);
  if ('text' in decoded) return refuseUnreadable(name, decoded.text);
  const ofWindows = decodeWindows1252(bytes);
  if (encoding === 'windows-1252' && ofWindows !== undefined) return ofWindows;
  const { line } = decoded.problem;
  throw new ImportRefusal(
    `${name} is not valid UTF-8 at line ${line}; ${ofWindows === undefined ? '' : adviseWindows1252(ofWindows)}save it with the encoding UTF-8 and import again`,
  );
}

/**
 * Decodes the encoding of older Windows programs; undefined if it contains bytes that this does not
 * use.
 */
function decodeWindows1252(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1252').decode(bytes).replaceAll('\r\n', '\n');
  // The Encoding Standard turns the five undefined bytes into control characters.
  return /[^\P{Cc}\n\r\t]/u.test(text) ? undefined : text;
}

/** Quotes two lines, by which a person can confirm the encoding: nothing else can. */
function adviseWindows1252(text: string): string {
  const lines = text.split('\n').filter((line) => /[^\x20-\x7e\t\r]/.test(line));
  const shown = lines.slice(0, 2).map((line) => {
    const place = line.search(/[^\x20-\x7e\t\r]/);
    return JSON.stringify(line.slice(Math.max(0, place - 30), place + 30).trim());
  });
  return `if ${shown.join(' and ')} ${shown.length > 1 ? 'are' : 'is'} written correctly, it is Windows-1252: pass --encoding windows-1252. Otherwise `;
}

function decodeUtf16(name: string, bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return refuseUnreadable(name, new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(
      `${name} is neither UTF-8 nor complete UTF-16; save it with the encoding UTF-8 and import again`,
      { cause: error },
    );
  }
}

function refuseUnreadable(name: string, text: string): string {
  if (text.includes('\0')) throw binaryRefusal(name);
  if (text.trim() === '') {
    throw new ImportRefusal(`${name} contains only white space; export the reviews again`);
  }
  return text;
}

function binaryRefusal(name: string): ImportRefusal {
  return new ImportRefusal(`${name} is a binary file, not text; pass the export as CSV or JSON`);
}

/** Parses the JSON of an export; the refusal gives the place of the fault. */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal(`${name} ${sayWhere(message, text)}`, { cause: error });
  }
}

function sayWhere(message: string, text: string): string {
  const stated = /at position (\d+)/.exec(message)?.[1];
  const offset = stated === undefined ? undefined : Number(stated);
  const isCutOff = message.startsWith('Unexpected end') || (offset ?? 0) >= text.trimEnd().length;
  if (isCutOff) {
    return `ends abruptly at ${placeOf(text, text.length)}, in the middle of a value; export or download it again`;
  }
  const what = message.replace(/ in JSON at position.*$/s, '').replace(/ is not valid JSON$/, '');
  const where = offset === undefined ? '' : ` at ${placeOf(text, offset)}`;
  return `is not valid JSON${where} (${what}); export it again`;
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}
