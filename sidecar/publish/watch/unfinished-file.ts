import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const LINE_FEED = 0x0a;

/** More files than these are not opened in passing; they count as unfinished and get the longer wait. */
export const MAX_FILES_LOOKED_AT = 1_000;

/** Whether one of some files below a folder looks half written. */
export function areUnfinished(root: string, paths: ReadonlySet<string>): boolean {
  if (paths.size > MAX_FILES_LOOKED_AT) return true;
  return paths.values().some((path) => isUnfinished(join(root, path)));
}

/**
 * Whether a file looks half written: it is empty, or its last line has no end. A finished file may
 * look so too, hence this is a reason to wait, never one to refuse.
 */
function isUnfinished(file: string): boolean {
  let descriptor: number | undefined;
  try {
    // Opening a pipe would wait for its writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const count = readSync(descriptor, last, 0, 1, Math.max(0, size - 1));
    return count === 0 || last[0] !== LINE_FEED;
  } catch {
    // It is gone, no file, or cannot be read, and waiting changes none of that.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
