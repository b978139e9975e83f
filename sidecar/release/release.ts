import { CATALOG } from '#artifacts/catalog.ts';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Removal } from '#dataset/dataset.ts';
import { createPublishedSource } from '#release/published-source.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import type { Corpus } from '#search/corpus.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import {
  createSearch,
  createTechnicianResolver,
  type NamedTechnician,
  type Search,
  type Searchable,
} from '#search/search.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';

/** Everything that is published at one time, in memory and immutable: all answers come from one. */
export type Release = {
  readonly ordinal: number;
  readonly baseUrl: string;
  /**
   * True of a release in another format than this program's: its files are served as they are, and
   * nothing else can be answered from it. All but `files` is empty.
   */
  readonly isDataOnly: boolean;
  /** The data files by their path. */
  readonly files: ReadonlyMap<string, PublishedFile>;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  /** Milliseconds since 1970 of the newest change among what search and since answer from. */
  readonly lastModified: number;
  readonly search: Search;
  /** Resolves when search has its index; rejects where that cannot be built. */
  readonly searchable: Promise<unknown>;
  /** What pages are rendered from. */
  readonly published: ReviewSource;
  /** What agents read of it: the same, and the pages. */
  readonly source: ReviewSource;
};

/** What a release is put together from. A follow-up changes one part and keeps the others. */
export type ReleaseParts = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  /** True where nothing but the files is known of it. */
  readonly isDataOnly?: boolean;
  /** The data files. */
  readonly data: readonly PublishedFile[];
  readonly corpus: Corpus;
  readonly index: Promise<Searchable>;
  readonly removed: readonly Removal[];
  readonly technicians: readonly NamedTechnician[];
};

/** The page of a release at a path; undefined where it has none there. */
export type ReadPage = (release: Release, path: string) => Promise<SourceFile | undefined>;

/** Puts a release together, in a time that does not depend on how much it holds. */
export function createRelease(parts: ReleaseParts, readPage?: ReadPage): Release {
  const { ordinal, key, isDataOnly = false, corpus, index, removed } = parts;
  const { baseUrl } = key;
  const files = new Map(parts.data.map((file) => [file.path, file]));
  const dates = ['/reviews.json', '/api/feed.json'].map(
    (path) => files.get(path)?.lastModified ?? 0,
  );
  const search = createSearch(index, createTechnicianResolver(parts.technicians));
  const published = createPublishedSource({
    baseUrl,
    corpus,
    removed,
    search,
    data: (path) => {
      const file = files.get(path);
      return file && toSourceFile(file);
    },
  });
  const release: Release = {
    ordinal,
    baseUrl,
    isDataOnly,
    files,
    corpus,
    removed,
    lastModified: Math.max(...dates),
    search,
    searchable: index,
    published,
    source: {
      ...published,
      file: async (path) => (await published.file(path)) ?? readPage?.(release, path),
    },
  };
  return release;
}

/** Puts a release together of which nothing but the files can be served. */
export function createDataOnlyRelease({
  manifest: { ordinal, key },
  files,
}: Pick<ReleaseOnDisk, 'manifest' | 'files'>): Release {
  const data = files.map((file) => preparePublishedFile(file, key.baseUrl));
  // Nobody searches it.
  const index = new Promise<never>(() => {});
  return createRelease({
    ordinal,
    key,
    isDataOnly: true,
    data,
    corpus: NO_REVIEWS,
    index,
    removed: [],
    technicians: [],
  });
}

const NO_REVIEWS: Corpus = {
  body: [],
  offsets: new Float64Array(),
  count: 0,
  starts: Float64Array.of(0),
  steps: [],
  halfStars: new Uint8Array(),
  idHashes: new Uint32Array(),
};

/** A published file as pages and agents read it. */
export function toSourceFile({ mediaType, lastModified, identity }: PublishedFile): SourceFile {
  return { mediaType, lastModified, body: identity.body, etag: identity.etag };
}

/** The paths of the data files whose bytes differ between two releases. */
export function changedArtifacts(before: Release | undefined, after: Release): string[] {
  const etagAt = (release: Release | undefined, path: string) =>
    release?.files.get(path)?.identity.etag;
  return CATALOG.map(({ path }) => path).filter(
    (path) => etagAt(before, path) !== etagAt(after, path),
  );
}
