import type { Manifest, ManifestEntry } from '#artifacts/manifest.ts';
import type { Dataset, Removal } from '#dataset/dataset.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import { type EncodedFile, withoutCodings } from '#release/release.ts';
import type { Corpus } from '#search/corpus.ts';
import type { SearchEdits } from '#search/index/edited-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import type { NamedTechnician } from '#search/search.ts';
import type { FoundRelease } from '../release/find-newest.ts';
import type { StorableRelease } from '../store/release-store.ts';
import type { Failed } from '../supervisor.ts';

/** What the rebuild thread is started with. */
export type RebuildSettings = {
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  readonly baseUrl: string;
  readonly watch: 'content' | 'release' | 'off';
  /** Undefined where nothing is served or held back. */
  readonly served: Served | undefined;
  /** True where it is not served yet, since removed.yaml names reviews that it shows. */
  readonly isHeldBack: boolean;
  /** True where the server searches it through an index of its own, without edits on top. */
  readonly isIndexed: boolean;
  /** The entries of a release of another program, which the first one of this follows. */
  readonly previous: readonly ManifestEntry[];
  /** The ordinals of new releases come after this one. */
  readonly after: number;
  /** Whether this process has STATE_DIR for itself already. */
  readonly isLocked: boolean;
};

/** What is served, for a thread that takes over. */
export type Served = {
  /** Where it was read, or that it was made by a thread before: it may not be stored yet, then. */
  readonly from: 'folder' | 'store' | 'memory';
  readonly release: ReleaseOnDisk;
  /** Undefined of another format, of which only the bytes are known. */
  readonly corpus: Corpus | undefined;
};

/** What was found on disk and is served from now on. */
export function toServed({ from, data, ...release }: FoundRelease): Served {
  // The store has them already, and nobody else in that thread asks for them.
  const files = from === 'store' ? release.files.map(withoutCodings) : release.files;
  return { from, release: { ...release, files }, corpus: data?.corpus };
}

/** Where nothing was served or published before. */
export const NOTHING_BEFORE = {
  served: undefined,
  isHeldBack: false,
  isIndexed: false,
  previous: [],
  after: 0,
  isLocked: false,
} satisfies Partial<RebuildSettings>;

/** Why a rebuild failed, without a word of what is unpublished. */
export type FailureCode =
  | 'CONTENT_INVALID'
  | 'READING_FAILED'
  | 'STORAGE_FAILED'
  | 'RELEASE_UNUSABLE'
  | 'REBUILD_FAILED';

/** What fails, as it is told; not where the code is that does it, so that telling loads none of it. */
export const STORE = 'the release store';
export const REBUILD = 'the rebuild';
export const UNUSABLE = 'the release in OUT_DIR';
export const VARIANTS = 'the compressed variants';
export const SEARCH_INDEX = 'the search index';

/** Why something was not published. */
export type Failure = {
  readonly code: FailureCode;
  /** How many errors there are. */
  readonly count: number;
  /** What an editor or operator should read, for the log alone. */
  readonly lines: readonly string[];
  /** What is to be tried again, where the reason lies outside the content. */
  readonly fault?: Omit<Failed, 'cause'>;
};

/** How the data that search needs follows from an index that the server holds. */
export type SearchMessage =
  | { readonly index: SearchIndexData; readonly base?: undefined }
  /** The index of the release with the ordinal `base`, and what changed since. */
  | { readonly base: number; readonly edits: SearchEdits | undefined };

/** A release, as it goes to the server's thread. */
export type DataMessage = {
  readonly type: 'data';
  readonly manifest: Manifest;
  /** dataset.json: with it a thread that takes over knows what is served, stored or not. */
  readonly dataset: Uint8Array;
  readonly files: readonly EncodedFile[];
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  readonly technicians: readonly NamedTechnician[];
  readonly search: SearchMessage;
};

/** What the server needs in order to serve a release. */
export function toDataMessage(
  { removed, technicians }: Pick<Dataset, 'removed' | 'technicians'>,
  { manifest, dataset, files, corpus }: StorableRelease,
  search: SearchMessage,
): DataMessage {
  return {
    type: 'data',
    manifest,
    dataset,
    files,
    corpus,
    removed,
    technicians: technicians.map(({ id, name, aliases }) => ({ id, name, aliases })),
    search,
  };
}

/** What the server tells the rebuild thread. */
export type RebuildCall = 'retry' | 'stop';

/** What the rebuild thread tells the server, in the order in which it holds. */
export type RebuildMessage =
  | DataMessage
  /** Compressed variants of large files, made after the release went out. */
  | { readonly type: 'codings'; readonly ordinal: number; readonly files: readonly EncodedFile[] }
  /** A new index for the release with this ordinal, which later edits refer to. */
  | { readonly type: 'index'; readonly ordinal: number; readonly index: SearchIndexData }
  /** Every edit so far is in what is served. */
  | { readonly type: 'current' }
  /**
   * All that is to be stored is, and nothing is left to erase that should be gone: what was just
   * replaced goes later, and is told if that fails.
   */
  | { readonly type: 'kept' }
  /** What is served shows reviews that were taken down, and nothing else can be made yet. */
  | { readonly type: 'withdrawn' }
  /** Something was edited and is looked at. */
  | { readonly type: 'started' }
  | (Failure & { readonly type: 'failed' })
  /** What follows a release failed; the release itself is served as it should be. */
  | { readonly type: 'fault'; readonly fault: Failed }
  /** That works again, or there is nothing to do about it any more. */
  | { readonly type: 'recovered'; readonly what: string }
  | {
      readonly type: 'log';
      readonly level: 'debug' | 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The way from the rebuild to whoever serves, and what it needs of the process. */
export type RebuildPort = {
  readonly post: (message: RebuildMessage) => void;
  readonly log: (
    level: 'debug' | 'info' | 'warn',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
  readonly now: () => Date;
  /** Calls when the time has come to try again what failed. */
  readonly onRetry: (retry: () => void) => void;
};
