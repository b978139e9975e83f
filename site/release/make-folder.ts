import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For folders that only the user of this process may read. */
export const OWN_FOLDER = 0o700;

/**
 * Creates a folder with a mode, and missing parents. Throws the system's error if that fails. The
 * recursive mkdir of Node.js loops forever, and cannot be interrupted, if the system answers ENOENT
 * although the parent exists, as below /proc.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const place = resolve(folder);
  // This ends at the root, which always exists.
  if (!existsSync(dirname(place))) makeFolder(dirname(place));
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(place)) throw error;
  }
}

const isFolder = (place: string) => existsSync(`${place}/`);
