import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/seal.ts';
import { type Sealing, sealFile } from './seal-file.ts';

/** Creating files takes most of the time; so many are under way at once, on all processors. */
const AT_A_TIME = 16;

/**
 * Seals every file of a folder in place: writes its compressed variants beside it, gives all of
 * them the Last-Modified as mtime (so that a plain file server revalidates well), and returns the
 * manifest's entries in the order of their paths.
 */
export async function sealFolder(folder: string, sealing: Sealing): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = [];
  const queue = (await listPublicFiles(folder)).entries();
  const work = async () => {
    for (const [index, file] of queue) entries[index] = await sealInPlace(folder, file, sealing);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files in a folder of public files, as entries of a manifest name them. */
export async function listPublicFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function sealInPlace(folder: string, file: string, sealing: Sealing): Promise<ManifestEntry> {
  const target = join(folder, file);
  const { entry, bodies } = await sealFile(file, await readFile(target), sealing);
  const time = new Date(entry.lastModified);
  for (const representation of REPRESENTATIONS) {
    const bytes = bodies[representation];
    if (!bytes) continue;
    const variantFile = target + CODING_SUFFIX[representation];
    if (variantFile !== target) await writeFile(variantFile, bytes);
    await utimes(variantFile, time, time);
  }
  return entry;
}
