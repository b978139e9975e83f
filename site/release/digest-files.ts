import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createFlatMapper } from '#dataset/lists/flat-mapper.ts';
import { createSorter } from '#dataset/lists/sorted-list.ts';
import { type ContentFile, compareFiles, digestFile } from '#dataset/read-content.ts';

/**
 * Digests one set of files after another, whatever their order; a file that is the same object is
 * digested once. The digest is SHA-256 over those of the files, in the order of their paths.
 */
export function createFilesDigest(): (files: readonly ContentFile[]) => string {
  const sort = createSorter(compareFiles);
  const digestEach = createFlatMapper((file: ContentFile) => [
    file.digest ?? digestFile(file.path, file.bytes),
  ]);
  return (files) => {
    const digests = digestEach(sort(files));
    return createHash('sha256').update(digests.join(''), 'latin1').digest('base64url');
  };
}

/** The files anywhere below a folder, by their paths relative to it with slashes, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
