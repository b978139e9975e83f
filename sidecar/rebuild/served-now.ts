import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import type { ManifestEntry, ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { openDataPack } from '#release/data-pack.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import { PUBLIC_FOLDER, readManifest } from '#release/manifest-file.ts';
import { openPack, type Pack, type PackedFile } from '#release/pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { readDataset } from '#release/stored-dataset.ts';
import type { StoredRelease } from '../release/find-release.ts';
import { createPageSet, reviewsAmong } from '../release/page-set.ts';
import type { ServedRelease } from './messages.ts';
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

/** The pages that are served, as far as the next ones depend on them. */
export type ShownPages = {
  /** That of the data that they were made from. */
  readonly ordinal: number;
  readonly key: ReleaseKey;
  /** The reviews that have a page. */
  readonly ids: ReadonlySet<string>;
  /** Their pack; pages in a folder are all built anew. */
  readonly file: string | undefined;
};

/**
 * Reads what is served from where the server has loaded it. Where that is not there any more, or
 * another release has taken its place, everything is made anew.
 */
export function readServed(
  served: ServedRelease | undefined,
  port: RebuildPort,
): { readonly served: ServedData | undefined; readonly pages: ShownPages | undefined } {
  try {
    const data = served && readServedData(served.data);
    if (data?.ordinal !== served?.ordinal) return { served: undefined, pages: undefined };
    return { served: data, pages: served?.pages && readShownPages(served.pages) };
  } catch (error) {
    port.log('warn', 'what is served cannot be read again and is made anew', {
      cause: String(error),
    });
    return { served: undefined, pages: undefined };
  }
}

function readServedData({ kind, path }: StoredRelease): ServedData {
  return kind === 'pack' ? dataOfPack(path) : dataOfFolder(path);
}

function readShownPages({ kind, path }: StoredRelease): ShownPages {
  if (kind === 'pack') {
    const pages = createPageSet(openPack(readFileSync(path)), '');
    return { ordinal: pages.ordinal, key: pages.key, ids: pages.ids(), file: path };
  }
  const { ordinal, key, entries } = manifestOf(path);
  const ids = reviewsAmong(entries.map((entry) => entry.path));
  return { ordinal, key, ids, file: undefined };
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
