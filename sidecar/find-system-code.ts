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

const { R_OK, W_OK, X_OK } = constants;

/** A database, its folder, and two files beside it. */
const FILES_OF_SQLITE = 4;

/**
 * What the system says of a database that cannot be opened or written, as SQLite does not tell; its
 * code, or undefined where it sees no fault. None of its files is opened: closing one again would
 * end the locks that SQLite has on it in this process (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function findSystemCode(file: string): string | undefined {
  const folder = dirname(file);
  const files = ['', '-journal', '-wal', '-shm'].map((end) => file + end);
  try {
    accessSync(folder, W_OK | X_OK);
    for (const path of files) if (existsSync(path)) accessSync(path, R_OK | W_OK);
    openMore(folder);
    const { bavail, files: nodes, ffree } = statfsSync(folder);
    // Some file systems have no number of files that they can hold.
    if (bavail === 0 || (nodes > 0 && ffree === 0)) return 'ENOSPC';
    return statSync(file).isDirectory() ? 'EISDIR' : undefined;
  } catch (error) {
    return systemCodeOf(error);
  }
}

/** Throws where this process may not open as much more as SQLite does. */
function openMore(folder: string): void {
  const opened: number[] = [];
  try {
    while (opened.length < FILES_OF_SQLITE) opened.push(openSync(folder, 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
