import type { Coding } from '#artifacts/encoder.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { EntityNames } from '#search/question/names.ts';

/** What a format is made of, as it crosses to the thread: the reviews are memory that threads share. */
export type SentRelease = {
  readonly baseUrl: string;
  readonly corpus: Pick<Corpus, 'body' | 'starts' | 'count'>;
  readonly names: EntityNames;
  readonly removed: readonly Removal[];
};

/** Set to 1 by whoever wants the file no more. */
export type Cancelled = Int32Array<SharedArrayBuffer>;

/** What the thread does, one after another. */
export type FormatTask =
  | {
      readonly type: 'make';
      /** The path of the format. */
      readonly path: string;
      readonly release: SentRelease;
      /** The file, which does not exist yet. */
      readonly file: string;
      readonly cancelled: Cancelled;
    }
  | {
      readonly type: 'encode';
      readonly coding: Coding;
      readonly from: string;
      readonly file: string;
      readonly cancelled: Cancelled;
    };

/** The length of what was made, and its SHA-256 in hex; that of a coding is empty. */
export type FileFigures = { readonly bytes: number; readonly sha256: string };
