import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFiles, listFiles } from './digest-files.ts';

/**
 * Digests whatever decides how content becomes files: the source of a program, which stands in a
 * folder, and its dependencies.
 */
export function digestCode(root: string): string {
  const paths = [
    'package-lock.json',
    'astro.config.mjs',
    ...listFiles(join(root, 'site')).map((file) => `site/${file}`),
  ];
  return digestFiles(paths.map((path) => ({ path, bytes: readFileSync(join(root, path)) })));
}
