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

/** What was thrown, with its stack, for the log. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Error codes of the system, in words that end a sentence. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'the quota is used up'],
  ['EROFS', 'it is read-only'],
  ['EACCES', 'it may not be written'],
  ['EPERM', 'it may not be written'],
  // Node also says this where a folder is to be made on a read-only disk.
  ['ENOENT', 'it is not there and cannot be made'],
  ['ENOTDIR', 'a file stands where its folder should be'],
  ['EEXIST', 'a file stands where its folder should be'],
  ['EISDIR', 'a folder stands in its place'],
  ['EMFILE', 'too many files are open in this process'],
  ['ENFILE', 'too many files are open on this machine'],
  ['EIO', 'the disk does not work'],
  ['EBUSY', 'it is locked by another process'],
  ['ENOMEM', 'no memory left'],
]);

/** The reason that an error code stands for; names no file. */
export function describeCode(code: string): string | undefined {
  return WORDS.get(code);
}

const { R_OK, W_OK, X_OK } = constants;

/**
 * The system's code for a database that cannot be opened or written, since SQLite does not say;
 * undefined where the system sees no fault. None of its files is opened: closing one would release
 * the locks that SQLite has on it in this process (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function findSystemCode(file: string): string | undefined {
  const folder = dirname(file);
  const files = ['', '-journal', '-wal', '-shm'].map((end) => file + end);
  try {
    accessSync(folder, W_OK | X_OK);
    for (const path of files) if (existsSync(path)) accessSync(path, R_OK | W_OK);
    // It throws where this process may not open more.
    closeSync(openSync(folder, 'r'));
    const { bavail, files: nodes, ffree } = statfsSync(folder);
    // Some file systems have no maximum number of files.
    if (bavail === 0 || (nodes > 0 && ffree === 0)) return 'ENOSPC';
    return statSync(file).isDirectory() ? 'EISDIR' : undefined;
  } catch (error) {
    return systemCodeOf(error);
  }
}
