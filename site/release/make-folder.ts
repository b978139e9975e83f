import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For what only the user of this process may look into. */
export const OWN_FOLDER = 0o700;

/**
 * Makes a folder, with a mode, and those that it stands in, where they are missing. Throws the
 * error of the system where one cannot be made. The recursive mkdir of Node.js never ends where the
 * system says ENOENT although the parent is there, as it does below /proc, and cannot be interrupted.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const place = resolve(folder);
  // The root is there, so that this ends.
  if (!existsSync(dirname(place))) makeFolder(dirname(place));
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(place)) throw error;
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
