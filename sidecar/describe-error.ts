import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '#dataset/system-fault.ts';

/** Returns a thrown value, with its stack, for the log. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** System error codes, as words that end a sentence. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EROFS', 'it is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  // Node also reports this if a folder is to be made on a read-only disk.
  ['ENOENT', 'it does not exist and cannot be created'],
  ['ENOTDIR', 'a file is in the place of its folder'],
  ['EEXIST', 'a file is in the place of its folder'],
  ['EISDIR', 'a folder is in its place'],
  ['EMFILE', 'too many files are open in this process'],
  ['ENFILE', 'too many files are open on this machine'],
  ['EIO', 'the disk is faulty'],
  ['EBUSY', 'it is locked by another process'],
  ['ENOMEM', 'no memory left'],
]);

/** Returns the meaning of an error code; names no file. */
export function describeCode(code: string): string | undefined {
  return WORDS.get(code);
}

const { R_OK, W_OK, X_OK } = constants;

/**
 * Returns the system's code for a database that cannot be opened or written, as SQLite does not
 * give it; undefined if the system sees no fault. None of the database's files is opened: closing
 * one would release the locks that SQLite has on it in this process
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function findSystemCode(file: string): string | undefined {
  const folder = dirname(file);
  const files = ['', '-journal', '-wal', '-shm'].map((end) => file + end);
  try {
    accessSync(folder, W_OK | X_OK);
    for (const path of files) if (existsSync(path)) accessSync(path, R_OK | W_OK);
    // Throws if this process may not open more files.
    closeSync(openSync(folder, 'r'));
    const { bavail, files: nodes, ffree } = statfsSync(folder);
    // Some file systems have no maximum number of files.
    if (bavail === 0 || (nodes > 0 && ffree === 0)) return 'ENOSPC';
    return statSync(file).isDirectory() ? 'EISDIR' : undefined;
  } catch (error) {
    return systemCodeOf(error);
  }
}
