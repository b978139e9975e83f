import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import { CODING_SUFFIX, type Representation } from '#artifacts/encode-variants.ts';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import {
  DATASET_FILE,
  type Manifest,
  type ManifestEntry,
  PUBLIC_FOLDER,
  readManifest,
} from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { BrokenReleaseError, type ReleaseOnDisk } from '#release/release.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';

/**
 * Reads the data of a release that a build has left in a folder. Throws a BrokenReleaseError where
 * something is missing or is not what the manifest says, and the system's error where the folder
 * cannot be read.
 */
export function readReleaseFolder(folder: string): ReleaseOnDisk {
  const manifest = readDataManifest(folder);
  if (!manifest) throw new BrokenReleaseError(`${folder} holds no release; build it again.`);
  const { dataset } = manifest;
  return {
    manifest,
    files: manifest.entries.map((entry) => ({ entry, bodies: readBodies(folder, entry) })),
    dataset: dataset === '' ? undefined : readWhole(join(folder, DATASET_FILE), dataset),
  };
}

/** The manifest of a folder with only the entries of its data files; as readManifest. */
export function readDataManifest(folder: string): Manifest | undefined {
  return readManifest(folder, (path) => artifactAt(path) !== undefined);
}

/** Reads a file of a release folder with its variants. */
export function readBodies(
  folder: string,
  { file, variants }: ManifestEntry,
): EncodedFile['bodies'] {
  const read = (representation: Representation, etag: string): Pieces => [
    readWhole(join(folder, PUBLIC_FOLDER, file + CODING_SUFFIX[representation]), etag),
  ];
  const coded = CODINGS.flatMap((coding): [Coding, Pieces][] => {
    const etag = variants[coding]?.etag;
    return etag === undefined ? [] : [[coding, read(coding, etag)]];
  });
  return { identity: read('identity', variants.identity.etag), ...Object.fromEntries(coded) };
}

function readWhole(path: string, etag: string): Buffer {
  const body = readIfThere(path);
  if (strongEtag(body) === etag) return body;
  throw new BrokenReleaseError(`${path} is not what its manifest says; build the release again.`);
}

/** A file that is missing is a fault of the release; that one cannot be read is not. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (systemCodeOf(cause) !== 'ENOENT') throw cause;
    throw new BrokenReleaseError(`${path} is missing; build the release again.`, { cause });
  }
}
