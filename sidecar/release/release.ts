import type { Manifest } from '#artifacts/manifest.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#query/corpus.ts';
import type { QueryData } from '#query/query-data.ts';
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
};

type Parts = {
  readonly manifest: Manifest;
  readonly files: readonly PublishedFile[];
  readonly reviewsJson: Uint8Array;
  readonly queryData: QueryData;
  readonly removed: readonly Removal[];
  readonly technicians: readonly NamedTechnician[];
};

export function createRelease({ manifest, files, ...data }: Parts): Release {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const dates = ['/reviews.json', '/api/feed.json'].map(
    (path) => byPath.get(path)?.lastModified ?? 0,
  );
  return {
    ordinal: manifest.ordinal,
    baseUrl: manifest.key.baseUrl,
    files: byPath,
    corpus: { ...data.queryData.corpus, bytes: data.reviewsJson },
    removed: data.removed,
    lastModified: Math.max(...dates),
    search: createSearch(data.queryData.index, createTechnicianResolver(data.technicians)),
  };
}
