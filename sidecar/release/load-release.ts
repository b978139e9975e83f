import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import { FeedDocument } from '#artifacts/json-feed.ts';
import type { Manifest } from '#artifacts/manifest.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { readCorpus } from '#query/corpus.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import { openDataPack } from '#release/data-pack.ts';
import { readManifest } from '#release/manifest-file.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { loadSearchIndex } from '../search/load-search-index.ts';
import type { StoredRelease } from './find-release.ts';
import { prepareData } from './prepare-data.ts';
import { BrokenReleaseError, readBodies } from './read-bodies.ts';
import type { ReleaseParts } from './release.ts';

/** A release as it is loaded from disk: its index holds exactly its reviews. */
export type LoadedRelease = Omit<ReleaseParts, 'index'> & {
  readonly index: Promise<SearchIndex>;
};

/** Loads the data of a release whole into memory and holds every byte against its ETag. */
export function loadRelease({ kind, path }: StoredRelease): LoadedRelease {
  if (kind === 'folder') {
    const { ordinal, key, entries } = manifestOf(path);
    const data = entries.filter((entry) => artifactAt(entry.path));
    const bodies = data.map((entry) => ({ entry, bodies: readBodies(path, entry) }));
    return assemble({ ordinal, key }, bodies);
  }
  const pack = openDataPack(path);
  pack.verify();
  return assemble(
    ReleaseHead.parse(pack.meta),
    CATALOG.flatMap((artifact) => pack.get(artifact.path) ?? []),
  );
}

function manifestOf(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  throw new BrokenReleaseError(`${folder} holds no release; build it again.`);
}

function assemble(
  { ordinal, key }: ReleaseHead,
  files: readonly PackedFile<Buffer>[],
): LoadedRelease {
  const identity = (path: string): Buffer => {
    const file = files.find(({ entry }) => entry.path === path);
    if (!file) throw new BrokenReleaseError(`The release ${ordinal} holds no ${path}.`);
    return file.bodies.identity;
  };
  const read = (path: string): unknown => JSON.parse(identity(path).toString('utf8'));
  const reviewsJson = identity('/reviews.json');
  const corpus = readCorpus(reviewsJson);
  const index = loadSearchIndex(reviewsJson).then((data) => new SearchIndex(data));
  return {
    ordinal,
    key,
    data: prepareData(files, corpus, key.baseUrl),
    corpus,
    index,
    removed: FeedDocument.pick({ _removed: true }).loose().parse(read('/api/feed.json'))._removed,
    technicians: InsightsDocument.pick({ entities: true }).loose().parse(read('/insights.json'))
      .entities.technicians,
  };
}
