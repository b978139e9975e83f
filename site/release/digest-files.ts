import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ContentFile, compareFiles, digestFile } from '#dataset/content-file.ts';

/**
 * The digest of files, whatever their order: SHA-256 over those of the files (see `digestFile`), in the
 * order of their paths. A ContentFolder keeps the same of its files.
 */
export function digestFiles(files: readonly ContentFile[]): string {
  const digests = files
    .toSorted(compareFiles)
    .map((file) => file.digest ?? digestFile(file.path, file.bytes));
  return createHash('sha256').update(digests.join(''), 'latin1').digest('base64url');
}

/** The files anywhere below a folder, by their paths relative to it with slashes, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
