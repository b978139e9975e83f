import type { Codings } from '#artifacts/encode-variants.ts';
import type { Coding } from '#artifacts/encoder.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { Cancelled } from './cancelled.ts';

/** What a table is made of, as it crosses to a thread: the reviews are memory that threads share. */
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
  readonly cancelled: Cancelled;
};

/** Compresses a file of a table into another. */
export type EncodeTask = {
  readonly type: 'encode';
  readonly coding: Coding;
  readonly from: string;
  /** The file, which does not exist yet. */
  readonly file: string;
  readonly cancelled: Cancelled;
};

/** What the threads of the pool do. */
export type Task =
  | { readonly type: 'compressPage'; readonly html: Uint8Array }
  | { readonly type: 'rasterize'; readonly svg: string }
  | { readonly type: 'compress'; readonly body: Pieces; readonly cancelled: Cancelled }
  | MakeTask
  | EncodeTask;

/** Tasks of some milliseconds; the others may take minutes. */
export const SHORT_TASKS: ReadonlySet<Task['type']> = new Set(['compressPage', 'rasterize']);

/** The length of a file that was made, and its SHA-256 in hex, which a coding has none of. */
export type FileFigures = { readonly bytes: number; readonly sha256: string };

/** The result of each type of task. */
export type Results = {
  readonly compressPage: Codings;
  readonly rasterize: Uint8Array<ArrayBuffer>;
  readonly compress: Codings;
  readonly make: FileFigures;
  readonly encode: FileFigures;
};

/** The code of images that are refused because this machine has no native code for them. */
export const NO_NATIVE_CODE = 'NO_NATIVE_CODE';

/** From the thread: `ready`, then one message for each task. */
export type TaskMessage =
  | { readonly type: 'ready' }
  /** Of the type that the task asks for. */
  | { readonly type: 'done'; readonly result: Results[Task['type']] }
  /** `code` is the system’s, where it has one. */
  | { readonly type: 'refused'; readonly cause: string; readonly code: string | undefined };
