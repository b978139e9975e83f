import { CATALOG } from '#artifacts/catalog.ts';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#query/corpus.ts';
import { createTechnicianResolver, type NamedTechnician } from '#query/technician-names.ts';
import { isSameKey } from '#release/release-key.ts';
import type { PublishedFile } from '../http/published-file.ts';
import { createSearch, type Search, type Searchable } from '../search/search.ts';
import type { PageSet } from './page-set.ts';
import { createReleaseFiles, type PageLag, type ReleaseFiles } from './release-files.ts';

/** Everything that is published at one time, in memory and immutable: all answers come from one. */
export type Release = {
  readonly ordinal: number;
  readonly baseUrl: string;
  readonly files: ReleaseFiles;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  /** Milliseconds since 1970 of the newest change among what search and since answer from. */
  readonly lastModified: number;
  readonly search: Search;
  /** Resolves when search has its index; rejects where that cannot be built. */
  readonly searchable: Promise<unknown>;
  /** The data release that the pages were made from; undefined where there are no pages yet. */
  readonly pagesOrdinal: number | undefined;
  /** Whether the pages were made of the same content. */
  readonly hasCurrentPages: boolean;
};

/** What a release is put together from. A follow-up changes one part and keeps the others. */
export type ReleaseParts = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  /** The data files. */
  readonly data: readonly PublishedFile[];
  readonly pages: PageSet | undefined;
  readonly lag: PageLag;
  readonly corpus: Corpus;
  readonly index: Promise<Searchable>;
  readonly removed: readonly Removal[];
  readonly technicians: readonly NamedTechnician[];
};

/** Puts a release together, in a time that does not depend on how much it holds. */
export function createRelease(parts: ReleaseParts): Release {
  const { ordinal, key, pages, lag, corpus, index, removed } = parts;
  const data = new Map(parts.data.map((file) => [file.path, file]));
  const dates = ['/reviews.json', '/api/feed.json'].map(
    (path) => data.get(path)?.lastModified ?? 0,
  );
  return {
    ordinal,
    baseUrl: key.baseUrl,
    files: createReleaseFiles({ data, pages, lag, removed }),
    corpus,
    removed,
    lastModified: Math.max(...dates),
    search: createSearch(index, createTechnicianResolver(parts.technicians)),
    searchable: index,
    pagesOrdinal: pages?.ordinal,
    hasCurrentPages: pages !== undefined && isSameKey(pages.key, key),
  };
}

/** The paths of the data files whose bytes differ between two releases. */
export function changedArtifacts(before: Release | undefined, after: Release): string[] {
  const etagAt = (release: Release | undefined, path: string) =>
    release?.files.data.get(path)?.identity.etag;
  return CATALOG.map(({ path }) => path).filter(
    (path) => etagAt(before, path) !== etagAt(after, path),
  );
}
