import { accessSync, closeSync, constants, existsSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const { R_OK, W_OK, X_OK } = constants;

/** A database, the two files beside it, and its folder. */
const FILES_OF_SQLITE = 4;

/**
 * What the system says of a database that cannot be opened or written, as SQLite does not tell; its
 * code, or undefined where it sees no fault. None of its files is opened: closing one again would
 * end the locks that SQLite has on it in this process (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function findSystemCode(file: string): string | undefined {
  const folder = dirname(file);
  const files = [`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
  try {
    accessSync(folder, W_OK | X_OK);
    for (const path of [file, ...files]) accessSync(path, R_OK | W_OK);
    openMore(folder);
    return statfsSync(folder).bavail === 0 ? 'ENOSPC' : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined;
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
