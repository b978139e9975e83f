import type { Origins } from '#dataset/dataset.ts';
import type { ReleaseData } from '#release/build.ts';
import type { ReleaseFacts } from '#release/manifest.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { namesOf } from '#search/question/names.ts';
import type { Config } from '../config/config.ts';
import type { ReleaseContents } from '../release/release.ts';
import type { Failed } from '../supervisor.ts';
import type { DescribedEdit } from './edit/describe-edit.ts';

/** The settings that the publisher's thread starts with. */
export type PublisherSettings = Pick<Config, 'contentDir' | 'outDir' | 'stateDir' | 'watch'> &
  Origins & {
    /** The lock of STATE_DIR that this process has (see StateLock); undefined if it has none. */
    readonly lock: string | undefined;
    /** The ordinal that is served, as an earlier thread made it; 0 at a start. */
    readonly after: number;
    /** The highest ordinal that was announced to subscribers. */
    readonly announced: number;
  };

/** From the server to the thread: settings first, then calls. */
export type PublisherCall = PublisherSettings | 'retry' | 'stop';

/** The reason why a rebuild failed; reveals nothing about unpublished content. */
export type FailureCode =
  | 'CONTENT_INVALID'
  | 'CONTENT_VANISHED'
  | 'READING_FAILED'
  | 'STORAGE_FAILED'
  | 'RELEASE_UNUSABLE'
  | 'REBUILD_FAILED';

/** The subjects of faults. Here, so that the server loads no code of the thread. */
export const STORE = 'the release store';
export const REBUILD = 'the rebuild';
export const UNUSABLE = 'the release in OUT_DIR';

/** The reason why a release was not published, or not stored. */
export type Failure = {
  readonly code: FailureCode;
  /** The number of errors. */
  readonly count: number;
  /** For editors and operators: for the log alone. */
  readonly lines: readonly string[];
  /** The work to retry, if the reason is outside the content. */
  readonly fault?: Omit<Failed, 'cause'>;
};

/** A release on its way to the server. Its large parts are memory that threads share. */
export type DataMessage = ReleaseContents & {
  readonly type: 'data';
  /** Undefined at a start: it follows. */
  readonly index: SearchIndexData | undefined;
  /** Its changes, for the log; undefined if it was not built here. */
  readonly edited: DescribedEdit | undefined;
};

/** Returns the data that the server needs to serve a release. */
export function toDataMessage(
  { ordinal, key, removed: taken, vanished }: ReleaseFacts,
  { dataset, files, corpus, log }: ReleaseData,
  index: SearchIndexData | undefined,
  edited?: DescribedEdit,
): DataMessage {
  const facts = { ordinal, key, removed: taken, vanished };
  const [names, removed] = [namesOf(dataset), dataset.removed];
  return { type: 'data', facts, files, corpus, index, removed, names, changes: log, edited };
}

/** From the publisher's thread to the server. */
export type PublisherMessage =
  | DataMessage
  /** The search index of the loaded release. */
  | { readonly type: 'index'; readonly index: SearchIndexData }
  /** The stored release is loaded, and handed over if it can be served. */
  | { readonly type: 'opened' }
  /** A rebuild has begun. */
  | { readonly type: 'started' }
  /** Every edit so far is in the served release. */
  | { readonly type: 'current' }
  /** The served release is stored, and nothing older is. */
  | { readonly type: 'stored' }
  | (Failure & { readonly type: 'failed' })
  | {
      readonly type: 'log';
      readonly level: 'debug' | 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The thread's access to the server and its clock, and to calls for another attempt. */
export type PublisherPort = {
  readonly post: (message: PublisherMessage) => void;
  readonly log: (
    level: 'debug' | 'info' | 'warn',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
  readonly now: () => Date;
  /** Sets the function that is called when it is time to retry. */
  readonly onRetry: (retry: () => void) => void;
};
