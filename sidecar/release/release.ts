import type { Manifest } from '#artifacts/manifest.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#query/corpus.ts';
import type { SearchIndexData } from '#query/search-index/search-index-data.ts';
import { createTechnicianResolver, type NamedTechnician } from '#query/technician-names.ts';
import type { PublishedFile } from '../http/published-file.ts';
import { createSearch, type Search } from '../search/search.ts';

/** Everything that one build published, in memory and immutable: all answers come from one. */
export type Release = {
  readonly ordinal: number;
  readonly baseUrl: string;
  readonly files: ReadonlyMap<string, PublishedFile>;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  /** Milliseconds since 1970 of the newest change among what search and since answer from. */
  readonly lastModified: number;
  readonly search: Search;
  /** Resolves when search has its index; rejects where that cannot be built. */
  readonly searchable: Promise<unknown>;
};

type Parts = {
  readonly manifest: Manifest;
  readonly files: readonly PublishedFile[];
  readonly corpus: Corpus;
  readonly index: Promise<SearchIndexData>;
  readonly removed: readonly Removal[];
  readonly technicians: readonly NamedTechnician[];
};

export function createRelease({ manifest, files, index, ...data }: Parts): Release {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const dates = ['/reviews.json', '/api/feed.json'].map(
    (path) => byPath.get(path)?.lastModified ?? 0,
  );
  return {
    ordinal: manifest.ordinal,
    baseUrl: manifest.key.baseUrl,
    files: byPath,
    corpus: data.corpus,
    removed: data.removed,
    lastModified: Math.max(...dates),
    search: createSearch(index, createTechnicianResolver(data.technicians)),
    searchable: index,
  };
}
