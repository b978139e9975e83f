import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './content-files.ts';

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
