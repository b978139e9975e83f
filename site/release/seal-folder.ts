import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import { lastModifiedOf, type ManifestEntry } from '#artifacts/manifest.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import { CODING_SUFFIX, REPRESENTATIONS, seal, type Variant } from '#artifacts/seal.ts';

/** Creating files takes most of the time; so many are under way at once, on all processors. */
const AT_A_TIME = 16;

type Sealing = {
  /** The entries of the release before, by path. */
  readonly previous: ReadonlyMap<string, ManifestEntry>;
  readonly now: Date;
};

/**
 * Seals every file of a folder in place: writes its compressed variants beside it, gives all of
 * them the Last-Modified as mtime (so that a plain file server revalidates well), and returns the
 * manifest's entries in the order of their paths.
 */
export async function sealFolder(folder: string, sealing: Sealing): Promise<ManifestEntry[]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const entries: ManifestEntry[] = [];
  const queue = files.entries();
  const work = async () => {
    for (const [index, file] of queue) entries[index] = await sealFile(folder, file, sealing);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function sealFile(
  folder: string,
  file: string,
  { previous, now }: Sealing,
): Promise<ManifestEntry> {
  const path = pathOf(file);
  const mediaType = artifactAt(path)?.mediaType ?? mediaTypeOf(file);
  const target = join(folder, file);
  const variants = await seal(await readFile(target), isCompressible(mediaType));
  const lastModified = lastModifiedOf(variants.identity.etag, previous.get(path), now);

  for (const representation of REPRESENTATIONS) {
    const bytes = variants[representation]?.bytes;
    if (!bytes) continue;
    const variantFile = target + CODING_SUFFIX[representation];
    if (variantFile !== target) await writeFile(variantFile, bytes);
    await utimes(variantFile, new Date(lastModified), new Date(lastModified));
  }
  const { identity, br, zstd, gzip } = variants;
  return {
    path,
    file,
    mediaType,
    lastModified,
    variants: {
      identity: figuresOf(identity),
      ...(br && { br: figuresOf(br) }),
      ...(zstd && { zstd: figuresOf(zstd) }),
      ...(gzip && { gzip: figuresOf(gzip) }),
    },
  };
}

function figuresOf({ bytes, etag }: Variant) {
  return { etag, bytes: bytes.length };
}

/** A page is asked for by its folder; everything else by its name. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
}
