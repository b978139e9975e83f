import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ImportRefusal } from './import-refusal.ts';

/** A file below the content folder; a new one never replaces a file that is there. */
export type FileToWrite = { readonly file: string; readonly text: string; readonly isNew: boolean };

const FILES_A_BREATH = 50;

/**
 * Writes each file beside its place and renames it into place, so that a reader sees a whole file
 * or none. Stops at the first failure; the same import again then goes on.
 */
export async function writeFiles(
  root: string,
  files: Iterable<FileToWrite>,
  onWritten: () => void = () => {},
): Promise<void> {
  let written = 0;
  for (const { file, text, isNew } of files) {
    const path = join(root, file);
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (isNew && existsSync(path)) throw new Error('a file of this name has appeared');
      writeFileSync(temporary, text);
      renameSync(temporary, path);
    } catch (error) {
      removeFile(temporary);
      const reason = error instanceof Error ? error.message : String(error);
      throw new ImportRefusal(
        `${path} could not be written after ${written} files (${reason}); see to it and import again, which goes on from there`,
        { cause: error },
      );
    }
    written++;
    onWritten();
    // Lets a progress bar draw itself.
    if (written % FILES_A_BREATH === 0) await setImmediate();
  }
}

/** What cannot be removed, or is a folder, is left: why writing failed is to be told. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nobody reads a file of this name.
  }
}
