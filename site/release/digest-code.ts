import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createFilesDigest } from './digest-files.ts';

/**
 * Digests whatever decides how content becomes files: the source of a program, which stands in a
 * folder, and its dependencies.
 */
export function digestCode(root: string): string {
  const paths = ['package-lock.json', 'astro.config.mjs', ...listFiles(root, 'site')];
  return createFilesDigest()(
    paths.map((path) => ({ path, bytes: readFileSync(join(root, path)) })),
  );
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
