import type { AnyManifest } from '#artifacts/manifest.ts';
import type { PackedFile } from './packed-file.ts';

/** The data of a release as they were read from disk, every byte held against its tag. */
export type ReleaseOnDisk = {
  /** With the entries of the files below and no others. */
  readonly manifest: AnyManifest;
  readonly files: readonly PackedFile<Buffer>[];
  /** dataset.json, as serializeDataset wrote it; undefined of a format that says nothing of it. */
  readonly dataset: Buffer | undefined;
};

/** Thrown where a release on disk is not, or not all of, what was written. */
export class BrokenReleaseError extends Error {
  override readonly name = 'BrokenReleaseError';
}
