import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ContentFile, compareFiles, digestFile } from '#dataset/read/content-file.ts';
import type { ReleaseKey } from './manifest.ts';

let code: string | undefined;

/** Returns the key of the release that these files, this origin and this code would make. */
export function releaseKeyOf(files: readonly ContentFile[], baseUrl: string): ReleaseKey {
  // The program as it was loaded, whatever happens to its files later.
  code ??= digestCode(join(import.meta.dirname, '../..'));
  return { content: digestFiles(files), baseUrl, code };
}

export function isSameKey(a: ReleaseKey, b: ReleaseKey): boolean {
  return a.content === b.content && a.baseUrl === b.baseUrl && a.code === b.code;
}

/** The digest of the program that makes files of content: its sources and dependencies. */
export function digestCode(root: string): string {
  const paths = [
    'package-lock.json',
    'astro.config.mjs',
    ...listFiles(join(root, 'site')).map((file) => `site/${file}`),
  ];
  return digestFiles(paths.map((path) => ({ path, bytes: readFileSync(join(root, path)) })));
}

/** SHA-256 over the digests of files (see `digestFile`) in the order of their paths. */
function digestFiles(files: readonly ContentFile[]): string {
  const digests = files
    .toSorted(compareFiles)
    .map((file) => file.digest ?? digestFile(file.path, file.bytes));
  return createHash('sha256').update(digests.join(''), 'latin1').digest('base64url');
}

/** Returns the relative paths of all files below a folder, with slashes, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
