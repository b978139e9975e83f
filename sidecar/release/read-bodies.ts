import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { CODING_SUFFIX, CODINGS, type Coding, type Representation } from '#artifacts/seal.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { PUBLIC_FOLDER } from '#release/manifest-file.ts';
import type { PackedFile } from '#release/packed-file.ts';

/** Thrown where files of a release are missing or are not what its manifest says. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}

/** Reads a file of a release folder with its variants, and holds each against its ETag. */
export function readBodies(
  folder: string,
  { file, variants }: ManifestEntry,
): PackedFile<Buffer>['bodies'] {
  const read = (representation: Representation, etag: string): Buffer => {
    const path = join(folder, PUBLIC_FOLDER, file + CODING_SUFFIX[representation]);
    const body = readWhole(path);
    if (strongEtag(body) === etag) return body;
    throw new BrokenReleaseError(`${path} is not what its manifest says; build the release again.`);
  };
  const coded = CODINGS.flatMap((coding): [Coding, Buffer][] => {
    const etag = variants[coding]?.etag;
    return etag === undefined ? [] : [[coding, read(coding, etag)]];
  });
  return { identity: read('identity', variants.identity.etag), ...Object.fromEntries(coded) };
}

/** Reads a file of a release. */
export function readWhole(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new BrokenReleaseError(`${path} cannot be read; build the release again.`, { cause });
  }
}
