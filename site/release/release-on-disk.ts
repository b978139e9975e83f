import type { AnyManifest } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Pieces } from '#search/pieces.ts';
import type { EncodedFile } from './encoded-file.ts';
import { readDataset } from './stored-dataset.ts';

/** The data of a release as they were read from disk, every byte held against its tag. */
export type ReleaseOnDisk = {
  /** With the entries of the files below and no others. */
  readonly manifest: AnyManifest;
  readonly files: readonly EncodedFile[];
  /** dataset.json, as serializeDataset wrote it; undefined of a format that says nothing of it. */
  readonly dataset: Uint8Array | undefined;
};

/** Thrown where a release on disk is not, or not all of, what was written. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}

/** The bytes of reviews.json among the files of a release; empty where it is not among them. */
export function reviewsJsonOf(files: readonly EncodedFile[]): Pieces {
  return files.find(({ entry }) => entry.path === '/reviews.json')?.bodies.identity ?? [];
}

/** A release with some of its files in another form, such as with compressed variants. */
export function replaceFiles<
  Manifest extends AnyManifest,
  Release extends { readonly manifest: Manifest; readonly files: readonly EncodedFile[] },
>(release: Release, changed: readonly EncodedFile[]): Release {
  const byPath = new Map(changed.map((file) => [file.entry.path, file]));
  const files = release.files.map((file) => byPath.get(file.entry.path) ?? file);
  const manifest = { ...release.manifest, entries: files.map(({ entry }) => entry) };
  return { ...release, manifest, files };
}

/** The dataset that a release was rendered from. Throws a BrokenReleaseError where it has none. */
export function datasetOf({ manifest, files, dataset }: ReleaseOnDisk): Dataset {
  if (dataset) return readDataset(dataset, reviewsJsonOf(files));
  throw new BrokenReleaseError(`The release ${manifest.ordinal} holds no dataset; build it again.`);
}
