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

const ELSEWHERE = 'set STATE_DIR to a folder that this process may write to';

/** System error codes, as words that end a sentence, and what an operator can do. */
const CODES: Readonly<Record<string, readonly [words: string, remedy: string]>> = {
  ENOSPC: ['no space left', 'free some space'],
  EDQUOT: ['the disk quota is exceeded', 'free some space'],
  EROFS: ['it is read-only', ELSEWHERE],
  EACCES: ['permission denied', ELSEWHERE],
  EPERM: ['permission denied', ELSEWHERE],
  // Node also reports this if a folder is to be made on a read-only disk.
  ENOENT: ['it does not exist and cannot be created', ELSEWHERE],
  ENOTDIR: ['a file is in the place of its folder', 'set STATE_DIR to a folder'],
  EEXIST: ['a file is in the place of its folder', 'set STATE_DIR to a folder'],
  EISDIR: ['a folder is in its place', 'remove that folder'],
  EMFILE: ['too many files are open in this process', 'raise the limit (ulimit -n)'],
  EIO: ['the disk is faulty', 'see the log of the system'],
  ESTALE: ['it was replaced while the service runs', 'restart the service'],
  EBUSY: ['it is locked by another process', 'end the process that uses it'],
};

/** Returns the meaning of an error code; names no file. */
export function describeCode(code: string): string | undefined {
  return CODES[code]?.[0];
}

/** Returns the remedy for the error code of a file in STATE_DIR. */
export function remedyFor(code: string): string | undefined {
  return CODES[code]?.[1];
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
