import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { InputFile } from './decode-input.ts';
import { ImportRefusal } from './import-refusal.ts';
import { readZip } from './read-zip.ts';

/** No export of reviews is larger; a larger file is the wrong one. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/** A Takeout may hold pictures beside the reviews. */
const MAX_ARCHIVE_BYTES = 1024 * 1024 * 1024;

const MAX_FOLDER_ENTRIES = 100_000;

/**
 * Reads what a path names: one file, the wanted files below a folder in the order of their
 * names, or those in a zip archive. Links are not followed.
 */
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

/** Reads one file of an export whole. */
export function readInputFile(path: string, name = basename(path)): InputFile {
  return orRefuse(path, () => {
    const stat = statSync(path);
    if (!stat.isFile()) throw new ImportRefusal(`${path} is not a file; pass the exported file`);
    if (stat.size > (/\.zip$/i.test(path) ? MAX_ARCHIVE_BYTES : MAX_INPUT_BYTES)) {
      const mebibytes = Math.ceil(stat.size / 2 ** 20);
      throw new ImportRefusal(
        `${path} has ${mebibytes} MiB, which no export of reviews has; unpack it and pass the folder with the reviews`,
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
          `${root} holds more than ${MAX_FOLDER_ENTRIES} files; pass the folder of the export alone`,
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

function isZip({ bytes }: InputFile): boolean {
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
