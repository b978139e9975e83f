import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Files } from './content-files.ts';
import { atEnd, type Lifetime } from './lifetime.ts';

/** Makes an empty folder that is gone after the test. */
export function createFolder(test: Lifetime, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'testimony-'));
  atEnd(test, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by their path, into a folder that is gone after the test. Returns its path. */
export function createContentFolder(
  test: Lifetime,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  const folder = createFolder(test);
  saveFiles(folder, files);
  return folder;
}

/**
 * Makes an empty folder in memory, where the system has a place for it. For tests of databases that are
 * not about the disk: each of their thousands of commits would wait for it.
 */
export function createFastFolder(test: Lifetime): string {
  const memory = '/dev/shm';
  return createFolder(test, existsSync(memory) ? memory : tmpdir());
}

/** Writes some files below a folder, as an editor saves them. */
export function saveFiles(
  contentDir: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(contentDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Makes a content folder hold exactly these files. Returns the paths that it touched. */
export function replaceFiles(contentDir: string, files: Files): Set<string> {
  const entries = existsSync(contentDir)
    ? readdirSync(contentDir, { recursive: true, withFileTypes: true })
    : [];
  const before = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(contentDir.length + 1));
  const gone = before.filter((path) => files[path] === undefined);
  for (const path of gone) rmSync(join(contentDir, path));
  saveFiles(contentDir, files);
  return new Set([...gone, ...Object.keys(files)]);
}
