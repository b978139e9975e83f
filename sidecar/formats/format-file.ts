import { DATA_PACKAGE_PATH, datasetLinks } from '#artifacts/catalog.ts';
import type { Coding } from '#artifacts/encoder.ts';
import type { Format } from '#formats/formats.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import { ALL_REVIEWS } from '../http/headers.ts';
import { type PublishedFile, prepareFile } from '../http/published-file.ts';
import type { FileFigures } from '../pool/tasks.ts';
import { licenseOf } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { codingsOf } from '../routes/answers/answer-codings.ts';

/**
 * Returns a key of everything that the bytes of a format depend on: with the same program, equal
 * keys mean equal bytes.
 */
export function keyOf({ dependsOn }: Format, release: Release): string {
  const { baseUrl, corpus, files, names, removed } = release;
  // The license is named beside every format.
  const rows = `${baseUrl} ${licenseOf(corpus)} ${corpus.datePrefixes.at(-1)?.digest} ${JSON.stringify(names)}`;
  if (dependsOn === 'rows') return rows;
  return `${rows} ${files.get('/reviews.json')?.identity.etag} ${JSON.stringify(removed)}`;
}

/** A finished format. A body is a file on disk; undefined for a coding that is not made yet. */
export type FormatFile = {
  readonly figures: FileFigures;
  readonly served: PublishedFile<string | undefined>;
};

/** Prepares a format that was made as a file. */
export function prepareFormat(
  { mediaType }: Format,
  { bytes, sha256 }: FileFigures,
  file: string,
  { baseUrl, corpus }: { readonly baseUrl: string; readonly corpus: Pick<Corpus, 'body'> },
  lastModified?: number,
): FormatFile {
  // Equals `strongEtag` of the bytes.
  const etag = `"${Buffer.from(sha256, 'hex').toString('base64url', 0, 20)}"`;
  const license = licenseOf(corpus);
  const links = datasetLinks(baseUrl, { describedBy: DATA_PACKAGE_PATH, license });
  const identity = { etag, body: file, length: bytes };
  return {
    figures: { bytes, sha256 },
    served: prepareFile<string | undefined>({
      mediaType,
      lastModified,
      headers: ['Link', links, ...ALL_REVIEWS],
      identity,
      coded: codingsOf(mediaType, identity),
    }),
  };
}

/** Returns a format file with a coding that was made of it. */
export function withCoding(
  { served, ...same }: FormatFile,
  coding: Coding,
  file: string,
  length: number,
): FormatFile {
  const before = served.coded.get(coding);
  if (!before) return { served, ...same };
  const coded = new Map(served.coded).set(coding, { ...before, body: file, length });
  return { ...same, served: { ...served, coded } };
}
