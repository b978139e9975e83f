import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import type { ManifestEntry, ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { openDataPack } from '#release/data-pack.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import { PUBLIC_FOLDER, readManifest } from '#release/manifest-file.ts';
import type { Pack } from '#release/pack.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { readDataset } from '#release/stored-dataset.ts';
import type { StoredRelease } from '../release/find-release.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** The data that are served when the rebuild thread starts. */
export type ServedData = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  readonly entries: readonly ManifestEntry[];
  /** The files themselves, where they lie in a pack. */
  readonly files: readonly PackedFile[];
  /** The pack, and the one that it rests on. */
  readonly file: string | undefined;
  readonly base: string | undefined;
  /** Reads the dataset that they were rendered from. */
  readonly readDataset: () => Dataset;
};

/**
 * Reads what is served from where the server has loaded it. Where that is not there any more, or
 * another release has taken its place, everything is made anew.
 */
export function readServed(
  served: RebuildSettings['served'],
  port: RebuildPort,
): ServedData | undefined {
  if (!served) return undefined;
  try {
    const data = readServedData(served);
    return data.ordinal === served.ordinal ? data : undefined;
  } catch (error) {
    port.log('warn', 'what is served cannot be read again and is made anew', {
      cause: String(error),
    });
    return undefined;
  }
}

function readServedData({ kind, path }: StoredRelease): ServedData {
  return kind === 'pack' ? dataOfPack(path) : dataOfFolder(path);
}

function dataOfPack(file: string): ServedData {
  const pack = openDataPack(file);
  const { ordinal, key } = ReleaseHead.parse(pack.meta);
  const files = CATALOG.flatMap(({ path }) => pack.get(path) ?? []);
  return {
    ordinal,
    key,
    entries: files.map(({ entry }) => entry),
    files,
    file,
    base: pack.base,
    readDataset: () => datasetOf(pack),
  };
}

/** The dataset that the data of a pack were rendered from. */
export function datasetOf(pack: Pack): Dataset {
  const stored = pack.member(DATASET_FILE);
  const reviews = pack.get('/reviews.json')?.bodies.identity;
  if (stored && reviews) return readDataset(stored, reviews);
  throw new Error('The release holds no dataset; build it again.');
}

function dataOfFolder(folder: string): ServedData {
  const { ordinal, key, entries } = manifestOf(folder);
  return {
    ordinal,
    key,
    entries: entries.filter(({ path }) => artifactAt(path)),
    files: [],
    file: undefined,
    base: undefined,
    readDataset: () =>
      readDataset(
        readFileSync(join(folder, DATASET_FILE)),
        readFileSync(join(folder, PUBLIC_FOLDER, 'reviews.json')),
      ),
  };
}

function manifestOf(folder: string) {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  throw new Error(`${folder} holds no release any more; build it again.`);
}
