import { closeSync, futimesSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/seal.ts';
import { joinPieces } from '#search/pieces.ts';
import type { SealedFile } from './sealed-file.ts';

/**
 * Writes a file into a folder of public files, its compressed variants beside it, all with the
 * Last-Modified as mtime, so that a plain file server revalidates well. The folder of the file must
 * be there.
 */
export function writePublicFile(folder: string, { entry, bodies }: SealedFile): ManifestEntry {
  const time = new Date(entry.lastModified);
  for (const representation of REPRESENTATIONS) {
    const body = bodies[representation];
    if (!body) continue;
    const bytes = joinPieces(body);
    // One file is opened once, since of many small ones that is what takes the time.
    const file = openSync(join(folder, entry.file + CODING_SUFFIX[representation]), 'w');
    try {
      for (let start = 0; start < bytes.length; start += writeSync(file, bytes, start));
      futimesSync(file, time, time);
    } finally {
      closeSync(file);
    }
  }
  return entry;
}
