import type { Codings } from '#artifacts/encode-variants.ts';
import type { Coding } from '#artifacts/encoder.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { Canceled } from './canceled.ts';

/** The source of a table, in the form that crosses to a thread: the reviews are shared memory. */
export type SentRelease = {
  readonly baseUrl: string;
  readonly corpus: Pick<Corpus, 'body' | 'starts' | 'count'>;
  readonly names: EntityNames;
  readonly removed: readonly Removal[];
};

/** Makes a table as a file. */
export type MakeTask = {
  readonly type: 'make';
  /** The path of the format. */
  readonly path: string;
  readonly release: SentRelease;
  /** The file, which does not exist yet. */
  readonly file: string;
  readonly canceled: Canceled;
};

/** Compresses a file of a table into another file. */
export type EncodeTask = {
  readonly type: 'encode';
  readonly coding: Coding;
  readonly from: string;
  /** The file, which does not exist yet. */
  readonly file: string;
  readonly canceled: Canceled;
};

/** A task of the pool. */
export type Task =
  | { readonly type: 'compressPage'; readonly html: Uint8Array }
  | { readonly type: 'rasterize'; readonly svg: string }
  | { readonly type: 'compress'; readonly body: Pieces; readonly canceled: Canceled }
  | MakeTask
  | EncodeTask;

/** Tasks of a few milliseconds; the others may take minutes. */
export const SHORT_TASKS: ReadonlySet<Task['type']> = new Set(['compressPage', 'rasterize']);

/** The length of a finished file, and its SHA-256 in hex, which a coding does not have. */
export type FileFigures = { readonly bytes: number; readonly sha256: string };

/** The result of each type of task. */
export type Results = {
  readonly compressPage: Codings;
  readonly rasterize: Uint8Array<ArrayBuffer>;
  readonly compress: Codings;
  readonly make: FileFigures;
  readonly encode: FileFigures;
};

/** The error code of images on a machine without native code for them. */
export const NO_NATIVE_CODE = 'NO_NATIVE_CODE';

/** From the thread: `ready`, then one message for each task. */
export type TaskMessage =
  | { readonly type: 'ready' }
  /** Of the type that the task requires. */
  | { readonly type: 'done'; readonly result: Results[Task['type']] }
  /** `code` is the system's, if it has one. */
  | { readonly type: 'refused'; readonly cause: string; readonly code: string | undefined };
