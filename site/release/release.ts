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
import { lastModifiedOf, type Manifest, type ManifestEntry } from './manifest.ts';

/*
 * A release is the immutable set of all files of one build (build.ts), each with compressed variants. A
 * manifest lists them (manifest.ts), under an ordinal that only ever grows and a key: the digests of the
 * content and of this program, and the public origin (release-key.ts). Equal keys mean equal bytes.
 *
 * dataset.json beside them has everything else that a takedown needs without the editors' folder
 * (stored-dataset.ts). A release is read back as a ReviewSource (published-source.ts).
 */

/** A published file with its bytes, in the variants that its entry lists. */
export type EncodedFile = {
  readonly entry: ManifestEntry;
  readonly bodies: { readonly identity: Pieces } & Partial<Readonly<Record<Coding, Pieces>>>;
};

/** The data of a release as read from disk, every byte checked against its tag. */
export type ReleaseOnDisk = {
  /** With the entries of exactly the files below. */
  readonly manifest: Manifest;
  readonly files: readonly EncodedFile[];
  /** dataset.json as serializeDataset wrote it; undefined in formats that do not have it. */
  readonly dataset: Uint8Array | undefined;
};

/** A release on disk is not complete, or not as it was written. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}

/** A file with its entry, which continues that of the previous release. `now` dates a change. */
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

/** A file without the bytes of its compressed variants, which its entry still lists. */
export function withoutCodings({ entry, bodies: { identity } }: EncodedFile): EncodedFile {
  return { entry, bodies: { identity } };
}

/**
 * Writes a file into a folder of public files, its compressed variants beside it, all with the
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

/** A release with some of its files replaced, for example by ones with compressed variants. */
export function replaceFiles<
  Release extends { readonly manifest: Manifest; readonly files: readonly EncodedFile[] },
>(release: Release, changed: readonly EncodedFile[]): Release {
  const byPath = new Map(changed.map((file) => [file.entry.path, file]));
  const files = release.files.map((file) => byPath.get(file.entry.path) ?? file);
  const manifest = { ...release.manifest, entries: files.map(({ entry }) => entry) };
  return { ...release, manifest, files };
}

/** The bytes of reviews.json among the files of a release; empty if it is not one of them. */
export function reviewsJsonOf(files: readonly EncodedFile[]): Pieces {
  return files.find(({ entry }) => entry.path === '/reviews.json')?.bodies.identity ?? [];
}
