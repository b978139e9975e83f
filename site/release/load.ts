import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { CODING_SUFFIX, type Representation } from '#artifacts/encode-variants.ts';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { lazily } from '#dataset/memoize.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import type { ReleaseData } from './build.ts';
import {
  DATASET_FILE,
  FORMAT,
  type Manifest,
  type ManifestEntry,
  PUBLIC_FOLDER,
  readDataManifest,
} from './manifest.ts';
import type { EncodedFile } from './release.ts';
import { readDataset, readDigests } from './stored-dataset.ts';

/** A release that was read from its folder. */
export type LoadedRelease = ReleaseData & { readonly manifest: Manifest };

/** Thrown if the release in a folder is incomplete, altered, or of another format. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}

/**
 * Loads the data of a release from its folder: a stored one, or the result of a build. Throws a
 * BrokenReleaseError if a byte differs from its manifest, or its format is another one, and the
 * system's error if the folder cannot be read.
 */
export function load(
  folder: string,
  manifest: Manifest | undefined = readDataManifest(folder),
): LoadedRelease {
  if (!manifest) throw new BrokenReleaseError(`${folder} contains no release; build it again.`);
  const { ordinal, key, format, version, entries, log } = manifest;
  if (format !== FORMAT || !log) {
    const reason = `was made by ${version} in format ${format}, and this version reads format ${FORMAT}`;
    throw new BrokenReleaseError(`The release in ${folder} ${reason}; build it again.`);
  }
  const read = entries.map((entry) => ({ entry, bodies: readBodies(folder, entry) }));
  const stored = readWhole(join(folder, DATASET_FILE), manifest.dataset);
  const records = read.find(({ entry }) => entry.path === '/reviews.json');
  if (!records) throw new BrokenReleaseError(`${folder} has no /reviews.json; build it again.`);
  const { reviews, ...parts } = readParts(records.bodies.identity);
  const corpus = corpusOf(parts);
  records.bodies = { ...records.bodies, identity: corpus.body };
  const sidecarUrl = key.sidecarUrl || undefined;
  const dataset = { ...readDataset(stored, reviews), sidecarUrl };
  const { blocks } = parts;
  // A start serves a release before it needs these.
  const index = lazily(() => buildSearchIndex(blocks.map(indexReviews)));
  const digests = lazily(() => readDigests(stored, reviews));
  return { manifest, ordinal, dataset, files: read, blocks, corpus, index, log, digests };
}

/** Reads a file of a release folder with its variants. Throws as `load` does. */
export function readBodies(
  folder: string,
  { file, variants }: ManifestEntry,
): EncodedFile['bodies'] {
  const read = (representation: Representation, etag: string): Pieces => {
    const path = join(folder, PUBLIC_FOLDER, file + CODING_SUFFIX[representation]);
    return [readWhole(path, etag)];
  };
  const coded = CODINGS.flatMap((coding): [Coding, Pieces][] => {
    const etag = variants[coding]?.etag;
    return etag === undefined ? [] : [[coding, read(coding, etag)]];
  });
  return { identity: read('identity', variants.identity.etag), ...Object.fromEntries(coded) };
}

function readWhole(path: string, etag: string): Buffer {
  const body = readIfThere(path);
  if (strongEtag(body) === etag) return body;
  throw new BrokenReleaseError(`${path} differs from its manifest; build the release again.`);
}

/**
 * Reads a file into memory that threads share. A missing file is a defect of the release; an
 * unreadable one is not.
 */
function readIfThere(path: string): Buffer {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const body = Buffer.from(new SharedArrayBuffer(fstatSync(descriptor).size));
      let length = 0;
      for (let count = 1; count > 0; length += count) {
        count = readSync(descriptor, body, length, body.length - length, null);
      }
      return body.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (systemCodeOf(cause) !== 'ENOENT') throw cause;
    throw new BrokenReleaseError(`${path} is missing; build the release again.`, { cause });
  }
}
