import type { ManifestEntry, ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { BrokenReleaseError, type ReleaseOnDisk } from '#release/release-on-disk.ts';
import { readDataset } from '#release/stored-dataset.ts';
import { readReleaseFolder } from '../release/read-release-folder.ts';
import { readReleaseStore } from '../store/read-release-store.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** The data that are served when the rebuild thread starts. */
export type ServedData = {
  readonly from: 'folder' | 'store';
  readonly ordinal: number;
  readonly key: ReleaseKey;
  readonly entries: readonly ManifestEntry[];
  readonly files: readonly PackedFile[];
  /** Reads the dataset that they were rendered from. */
  readonly readDataset: () => Dataset;
};

/**
 * Reads what is served from where the server has loaded it. Where that is not there any more, or
 * another release has taken its place, everything is made anew.
 */
export function readServed(
  { served, outDir, stateDir }: Pick<RebuildSettings, 'served' | 'outDir' | 'stateDir'>,
  port: RebuildPort,
): ServedData | undefined {
  if (!served) return undefined;
  try {
    const tell = (message: string) => port.log('warn', message);
    const found =
      served.from === 'store' ? readReleaseStore(stateDir, tell) : readReleaseFolder(outDir);
    if (found?.manifest.ordinal !== served.ordinal) return undefined;
    const { manifest, files } = found;
    return {
      ...served,
      key: manifest.key,
      entries: manifest.entries,
      files,
      readDataset: () => datasetOf(found),
    };
  } catch (error) {
    port.log('warn', 'what is served cannot be read again and is made anew', {
      cause: String(error),
    });
    return undefined;
  }
}

/** The dataset that a release was rendered from. */
export function datasetOf({ manifest, files, dataset }: ReleaseOnDisk): Dataset {
  const reviews = files.find(({ entry }) => entry.path === '/reviews.json')?.bodies.identity;
  if (dataset && reviews) return readDataset(dataset, reviews);
  throw new BrokenReleaseError(`The release ${manifest.ordinal} holds no dataset; build it again.`);
}
