import { FORMAT, type ManifestEntry, type ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { datasetOf, type ReleaseOnDisk } from '#release/release-on-disk.ts';
import type { SealedFile } from '#release/sealed-file.ts';
import { readReleaseFolder } from '../release/read-release-folder.ts';
import { ReleaseStore } from '../store/release-store.ts';
import type { RebuildSettings, ServedPlace } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** The data that are served when the rebuild thread starts, and what they were made of. */
export type ServedData = {
  readonly from: ServedPlace['from'];
  readonly ordinal: number;
  readonly key: ReleaseKey;
  readonly entries: readonly ManifestEntry[];
  readonly files: readonly SealedFile[];
  /** Reads the dataset that they were rendered from, out of their bytes. */
  readonly readDataset: () => Dataset;
};

/** What a thread that is started a second later may not meet again. */
const PASSING: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EBUSY']);

type Places = Pick<RebuildSettings, 'served' | 'outDir' | 'stateDir'>;

/**
 * Reads what is served from where the server has loaded it, of whatever format. Where that is not
 * there any more, or another release has taken its place, everything is made anew. Throws where the
 * system has not enough of something just now.
 */
export function readServed(
  { served, outDir, stateDir }: Places,
  port: RebuildPort,
): ReleaseOnDisk | undefined {
  if (!served) return undefined;
  if (served.from === 'memory') return served.release;
  try {
    const tell = (message: string) => port.log('warn', message);
    const found =
      served.from === 'store' ? ReleaseStore.read(stateDir, tell) : readReleaseFolder(outDir);
    return found?.manifest.ordinal === served.ordinal ? found : undefined;
  } catch (error) {
    if (PASSING.has(systemCodeOf(error) ?? '')) throw error;
    port.log('warn', 'what is served cannot be read again', {
      cause: String(error),
    });
    return undefined;
  }
}

/** What the next release follows; undefined where only the bytes of what is served are known. */
export function servedDataOf(
  from: ServedPlace['from'],
  release: ReleaseOnDisk,
): ServedData | undefined {
  const { manifest, files, dataset } = release;
  if (manifest.format !== FORMAT || !dataset) return undefined;
  const { ordinal, key, entries } = manifest;
  return { from, ordinal, key, entries, files, readDataset: () => datasetOf(release) };
}
