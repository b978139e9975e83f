import { closeSync, futimesSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { joinPieces } from '#search/pieces.ts';
import type { EncodedFile } from './encoded-file.ts';

/**
 * Writes a file into a folder of public files, its compressed variants beside it, all with the
 * Last-Modified as mtime, so that a plain file server revalidates well. The folder of the file must
 * be there.
 */
export function writePublicFile(folder: string, { entry, bodies }: EncodedFile): ManifestEntry {
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
