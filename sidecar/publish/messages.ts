import type { Dataset, Removal } from '#dataset/dataset.ts';
import type { Manifest, ManifestEntry } from '#release/manifest.ts';
import { type EncodedFile, type ReleaseOnDisk, withoutCodings } from '#release/release.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { type EntityNames, namesOf } from '#search/question/names.ts';
import type { Config } from '../config/config.ts';
import type { FoundRelease } from '../release/find-newest.ts';
import type { StorableRelease } from '../store/store.ts';
import type { Failed } from '../supervisor.ts';
import type { DescribedEdit } from './edit/describe-edit.ts';

/** What the rebuild thread is started with. */
export type RebuildSettings = {
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  readonly baseUrl: string;
  readonly watch: Config['watch'];
  /** Undefined where nothing is served or withheld. */
  readonly served: Served | undefined;
  /** Whether it is withheld: removed.yaml names reviews that it shows. */
  readonly isWithheld: boolean;
  /** The entries of a release of another program, which the first one of this follows. */
  readonly previous: readonly ManifestEntry[];
  /** Ordinals of new releases are higher than this. */
  readonly after: number;
  /** Whether this process has STATE_DIR for itself already. */
  readonly isLocked: boolean;
};

/** What is served, for a thread that begins. */
export type Served = {
  /** Where it was read; `memory`: an earlier thread made it, and may not have stored it. */
  readonly from: 'folder' | 'store' | 'memory';
  readonly release: ReleaseOnDisk;
  /** Undefined of another format, of which only the bytes are known. */
  readonly corpus: Corpus | undefined;
  readonly names: EntityNames | undefined;
  /** Its change log; otherwise that of the store. */
  readonly log?: KeptLog | undefined;
};

/** A release that was found on disk, as it is served. */
export function toServed({ from, data, ...release }: FoundRelease): Served {
  // The store has the variants already, and the thread does not use them.
  const files = from === 'store' ? release.files.map(withoutCodings) : release.files;
  const { corpus, names, log } = data ?? {};
  return { from, release: { ...release, files }, corpus, names, log };
}

/** The settings where nothing was published before. */
export const NOTHING_BEFORE = {
  served: undefined,
  isWithheld: false,
  previous: [],
  after: 0,
  isLocked: false,
} satisfies Partial<RebuildSettings>;

/** Why a rebuild failed; says nothing about unpublished content. */
export type FailureCode =
  | 'CONTENT_INVALID'
  | 'CONTENT_VANISHED'
  | 'READING_FAILED'
  | 'STORAGE_FAILED'
  | 'RELEASE_UNUSABLE'
  | 'REBUILD_FAILED';

/** What can fail, as faults name it. Here, so that the server loads no code of the thread. */
export const STORE = 'the release store';
export const REBUILD = 'the rebuild';
export const UNUSABLE = 'the release in OUT_DIR';

/** Why something was not published. */
export type Failure = {
  readonly code: FailureCode;
  /** How many errors there are. */
  readonly count: number;
  /** For editors and operators: for the log alone. */
  readonly lines: readonly string[];
  /** What to retry, where the reason lies outside the content. */
  readonly fault?: Omit<Failed, 'cause'>;
};

/** A release, as it is handed over. */
export type DataMessage = {
  readonly type: 'data';
  readonly manifest: Manifest;
  /** dataset.json: from it the next thread knows what is served, stored or not. */
  readonly dataset: Uint8Array;
  readonly files: readonly EncodedFile[];
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  readonly names: EntityNames;
  readonly index: SearchIndexData;
  readonly changes: ChangeLog;
  /** What it changes, for the log; undefined where that is not known. */
  readonly edited?: DescribedEdit | undefined;
};

/** What the server needs in order to serve a release. */
export function toDataMessage(
  dataset: Pick<Dataset, 'removed' | 'technicians' | 'services' | 'serviceAreas' | 'aspects'>,
  { manifest, dataset: stored, files, corpus }: StorableRelease,
  { index, changes, edited }: Pick<DataMessage, 'index' | 'changes' | 'edited'>,
): DataMessage {
  return {
    type: 'data',
    manifest,
    dataset: stored,
    files,
    corpus,
    removed: dataset.removed,
    names: namesOf(dataset),
    index,
    changes,
    edited,
  };
}

/** From the server to the rebuild thread. */
export type RebuildCall = 'retry' | 'stop';

/** From the rebuild thread to the server. */
export type RebuildMessage =
  | DataMessage
  /** Every edit so far is in what is served. */
  | { readonly type: 'current' }
  /** Nothing is owed to the store. What was just replaced is erased later; if that fails, `failed`. */
  | { readonly type: 'kept' }
  /** What is served shows removed reviews, and nothing can replace it yet. */
  | { readonly type: 'withdrawn' }
  /** A rebuild has begun. */
  | { readonly type: 'started' }
  | (Failure & { readonly type: 'failed' })
  /** What follows a release failed; the release itself is served. */
  | { readonly type: 'fault'; readonly fault: Failed }
  /** A fault is over. */
  | { readonly type: 'recovered'; readonly what: string }
  | {
      readonly type: 'log';
      readonly level: 'debug' | 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** How the rebuild thread reaches the server, its clock, its heap, and what calls for another try. */
export type RebuildPort = {
  readonly post: (message: RebuildMessage) => void;
  readonly log: (
    level: 'debug' | 'info' | 'warn',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
  readonly now: () => Date;
  /** Frees memory where much of it is not in use any more. The heap is the whole thread's. */
  readonly collectGarbage: (how?: 'fast' | 'thoroughly') => void;
  /** Sets what is called when it is time to retry. */
  readonly onRetry: (retry: () => void) => void;
};
