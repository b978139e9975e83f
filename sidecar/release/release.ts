import { CATALOG } from '#artifacts/catalog.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { ReleaseKey } from '#release/manifest.ts';
import { createPublishedSource } from '#release/published-source.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { toChangeLog } from '#search/changes/kept-log.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { createSearch, type Search } from '#search/run-search.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';

/*
 * The served release, in memory. At a start, LoadThread has a thread find the newest release on disk
 * that can be served (find-newest.ts: in the store or in OUT_DIR; damaged ones are passed over, and
 * one that shows removed reviews is withheld), and ReleaseLoader receives it. Later ones come from
 * sidecar/publish. CurrentRelease holds the one reference that all requests read, swaps it in one
 * assignment, and emits what changed to the hub, to MCP and to the pages.
 */

/** Everything that is published at one time, in memory and immutable: an answer comes from one. */
export type Release = {
  readonly ordinal: number;
  readonly baseUrl: string;
  /** Whether it is of another format: its files are served as they are, and all else is empty. */
  readonly isDataOnly: boolean;
  /** The data files by their path. */
  readonly files: ReadonlyMap<string, PublishedFile>;
  /** Replaces a data file by the same bytes with compressed variants. */
  readonly replaceFile: (file: PublishedFile) => void;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  /** See ReviewSource. */
  readonly removedAlone: readonly string[];
  /** The addresses that earlier releases had and this one has not. */
  readonly vanished: ReadonlySet<string>;
  /** Whom and what questions can name. */
  readonly names: EntityNames;
  /** What changed up to this release. */
  readonly changes: ChangeLog;
  readonly search: Search;
  /** Resolves when search has its index; rejects where it cannot be built. */
  readonly searchable: Promise<unknown>;
  /** Whether that is settled: until then questions wait. */
  readonly isSearchable: boolean;
  /** What pages are rendered from. */
  readonly published: ReviewSource;
  /** What agents read of it: the same, and the pages. */
  readonly source: ReviewSource;
};

/** What a release is made from. A follow-up replaces one part and keeps the others. */
export type ReleaseContents = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  /** See Release. */
  readonly isDataOnly?: boolean;
  /** The data files. */
  readonly data: readonly PublishedFile[];
  readonly corpus: Corpus;
  readonly index: Promise<SearchIndexData>;
  readonly removed: readonly Removal[];
  readonly removedAlone: readonly string[];
  readonly vanished: readonly string[];
  readonly changes: ChangeLog;
  readonly names: EntityNames;
};

/** The page of a release at a path; undefined where there is none. */
export type ReadPage = (release: Release, path: string) => Promise<SourceFile | undefined>;

/** Makes a release of what is published. */
export function createRelease(contents: ReleaseContents, readPage?: ReadPage): Release {
  const { ordinal, key, isDataOnly = false, corpus, index, removed, changes } = contents;
  const { removedAlone } = contents;
  const { baseUrl } = key;
  const files = new Map(contents.data.map((file) => [file.path, file]));
  const { names } = contents;
  const questions = createSearch({ index, corpus, names });
  let isSearchable = false;
  const settle = () => {
    isSearchable = true;
  };
  index.then(settle, settle);
  const published = createPublishedSource({
    baseUrl,
    corpus,
    removed,
    removedAlone,
    names,
    ...questions,
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
    replaceFile: (file) => void files.set(file.path, file),
    corpus,
    removed,
    removedAlone,
    vanished: new Set(contents.vanished),
    names,
    changes,
    search: questions.search,
    searchable: index,
    get isSearchable() {
      return isSearchable;
    },
    published,
    source: {
      ...published,
      file: async (path) => (await published.file(path)) ?? readPage?.(release, path),
    },
  };
  return release;
}

/** Makes a release of another format, of which only the files are served. */
export function createDataOnlyRelease({
  manifest: { ordinal, key },
  files,
}: Pick<ReleaseOnDisk, 'manifest' | 'files'>): Release {
  const data = files.map((file) => preparePublishedFile(file, key.baseUrl));
  // It is not searched.
  const index = new Promise<never>(() => {});
  return createRelease({
    ordinal,
    key,
    isDataOnly: true,
    data,
    corpus: NO_REVIEWS,
    index,
    removed: [],
    removedAlone: [],
    vanished: [],
    changes: NO_CHANGES,
    names: { technicians: [], services: [], serviceAreas: [], aspects: [] },
  });
}

const NO_CHANGES = toChangeLog({ id: '', floor: { position: 0, time: 0 }, rows: [] });

const NO_REVIEWS: Corpus = {
  body: [],
  count: 0,
  ids: [],
  starts: Float64Array.of(0),
  datePrefixes: [],
  halfStars: new Uint8Array(),
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
