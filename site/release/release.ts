import { utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CODING_SUFFIX,
  REPRESENTATIONS,
  type Variant,
  type Variants,
} from '#artifacts/encode-variants.ts';
import type { Coding } from '#artifacts/encoder.ts';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { makeFolder } from './make-folder.ts';
import { lastModifiedOf, type ManifestEntry } from './manifest.ts';

/*
 * A release is the immutable set of all files of one build (build.ts), each with compressed variants. A
 * manifest lists them (manifest.ts), with an ordinal that only ever grows and a key: the digests of the
 * content and of this program, and the public origin (release-key.ts). Equal keys mean equal bytes.
 *
 * dataset.json has everything else that a takedown needs without the editors' folder
 * (stored-dataset.ts). `npm run build` writes the folder of a release, and so does the service into
 * STATE_DIR; `load` (load.ts) reads both. A release is served as a ReviewSource
 * (published-source.ts).
 */

/** A published file with its bytes, in the variants that its entry lists. */
export type EncodedFile = {
  readonly entry: ManifestEntry;
  readonly bodies: { readonly identity: Pieces } & Partial<Readonly<Record<Coding, Pieces>>>;
};

/** A file with its entry, which continues the previous release's. `now` dates a change. */
export function toEncodedFile(
  names: Pick<ManifestEntry, 'path' | 'file' | 'mediaType' | 'shows'>,
  { identity, ...coded }: Variants,
  previous: Pick<ManifestEntry, 'variants' | 'lastModified'> | undefined,
  now: Date,
): EncodedFile {
  const each = <Of>(take: (variant: Variant) => Of) => ({
    identity: take(identity),
    ...Object.fromEntries(Object.entries(coded).map(([coding, one]) => [coding, take(one)])),
  });
  return {
    entry: {
      ...names,
      lastModified: lastModifiedOf(identity.etag, previous, now),
      variants: each(({ body, etag }) => ({ etag, bytes: lengthOf(body) })),
    },
    bodies: each(({ body }) => body),
  };
}

/**
 * Writes a file into a folder of public files, with its compressed variants, all with the
 * Last-Modified as mtime, so that a plain file server revalidates well.
 */
export function writePublicFile(folder: string, { entry, bodies }: EncodedFile): ManifestEntry {
  const time = new Date(entry.lastModified);
  makeFolder(dirname(join(folder, entry.file)));
  for (const representation of REPRESENTATIONS) {
    const body = bodies[representation];
    if (!body) continue;
    const path = join(folder, entry.file + CODING_SUFFIX[representation]);
    writeFileSync(path, joinPieces(body));
    utimesSync(path, time, time);
  }
  return entry;
}
