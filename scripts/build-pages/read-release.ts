import type { Dataset } from '#dataset/dataset.ts';
import { openDataPack } from '#release/data-pack.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import { BrokenPackError } from '#release/pack-format.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { readDataset } from '#release/stored-dataset.ts';

/** A release of data: which one it is, and the dataset that it publishes. */
export type DataRelease = { readonly head: ReleaseHead; readonly dataset: Dataset };

/** Thrown where the release that pages are to be made from cannot be read. */
export class UnreadableReleaseError extends Error {
  override readonly name = 'UnreadableReleaseError';
}

/** Reads the pack of a data release whole. Throws an UnreadableReleaseError that says why not. */
export function readRelease(file: string): DataRelease {
  try {
    const pack = openDataPack(file);
    pack.verify();
    const stored = pack.member(DATASET_FILE);
    const reviews = pack.get('/reviews.json')?.bodies.identity;
    if (!stored || !reviews) throw new BrokenPackError('holds no dataset');
    return { head: ReleaseHead.parse(pack.meta), dataset: readDataset(stored, reviews) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableReleaseError(`${file} holds no release to make pages from: ${reason}`, {
      cause,
    });
  }
}
