import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import { FeedDocument } from '#artifacts/json-feed.ts';
import type { Manifest, ManifestEntry } from '#artifacts/manifest.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { readCorpus } from '#query/corpus.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import { openDataPack } from '#release/data-pack.ts';
import { readManifest } from '#release/manifest-file.ts';
import { openPack } from '#release/pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import { loadSearchIndex } from '../search/load-search-index.ts';
import type { StoredRelease } from './find-release.ts';
import { createPageSet, createPageSetOfFiles, type PageSet } from './page-set.ts';
import { BrokenReleaseError, readBodies, readWhole } from './read-bodies.ts';
import type { ReleaseParts } from './release.ts';

/** Everything of a release but its pages. */
export type LoadedData = Omit<ReleaseParts, 'pages' | 'lag' | 'index'> & {
  readonly index: Promise<SearchIndex>;
};

/** Loads the data of a release whole into memory and holds every byte against its ETag. */
export function loadData({ kind, path }: StoredRelease): LoadedData {
  if (kind === 'folder') {
    const manifest = manifestOf(path);
    const isData = (entry: ManifestEntry) => artifactAt(entry.path) !== undefined;
    return assemble(manifest, loadFiles(path, manifest, isData));
  }
  const pack = openDataPack(path);
  pack.verify();
  const { ordinal, key } = ReleaseHead.parse(pack.meta);
  const files = CATALOG.flatMap((artifact) => {
    const file = pack.get(artifact.path);
    return file ? [preparePublishedFile(file.entry, file.bodies, key.baseUrl)] : [];
  });
  return assemble({ ordinal, key }, files);
}

/** Loads pages whole into memory and holds every byte against its ETag. */
export function loadPages({ kind, path }: StoredRelease): PageSet {
  if (kind === 'folder') {
    const manifest = manifestOf(path);
    const isPage = (entry: ManifestEntry) => artifactAt(entry.path) === undefined;
    return createPageSetOfFiles(manifest, loadFiles(path, manifest, isPage));
  }
  const pack = openPack(readWhole(path));
  pack.verify();
  return createPageSet(pack, ReleaseHead.parse(pack.meta).key.baseUrl);
}

function manifestOf(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  throw new BrokenReleaseError(`${folder} holds no release; build it again.`);
}

function loadFiles(
  folder: string,
  { key, entries }: Manifest,
  isWanted: (entry: ManifestEntry) => boolean,
): PublishedFile[] {
  return entries
    .filter(isWanted)
    .map((entry) => preparePublishedFile(entry, readBodies(folder, entry), key.baseUrl));
}

function assemble({ ordinal, key }: ReleaseHead, data: readonly PublishedFile[]): LoadedData {
  const identity = (path: string): Buffer => {
    const file = data.find((one) => one.path === path);
    if (!file) throw new BrokenReleaseError(`The release ${ordinal} holds no ${path}.`);
    return file.identity.body;
  };
  const read = (path: string): unknown => JSON.parse(identity(path).toString('utf8'));
  const reviewsJson = identity('/reviews.json');
  return {
    ordinal,
    key,
    data,
    corpus: readCorpus(reviewsJson),
    index: loadSearchIndex(reviewsJson).then((index) => new SearchIndex(index)),
    removed: FeedDocument.pick({ _removed: true }).loose().parse(read('/api/feed.json'))._removed,
    technicians: InsightsDocument.pick({ entities: true }).loose().parse(read('/insights.json'))
      .entities.technicians,
  };
}
