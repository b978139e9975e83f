import type { Skipped } from '../rows/incoming-review.ts';

/** A table of an export: its header, and the rows, with a cell for each column. */
export type Table = {
  /** The name of its file or sheet, or its path in JSON, such as `data[].reviews_data`. */
  readonly name: string;
  readonly kind: 'CSV' | 'Excel' | 'JSON';
  /** No name is empty, and each is there once. */
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  readonly remarks: readonly string[];
  /** Plain values beside a list in JSON, such as totalReviewCount, averageRating, nextPageToken. */
  readonly facts: ReadonlyMap<string, string>;
};

/** A row, with its place in its file, such as "line 14" or "reviews.json, review 3". */
export type Row = {
  readonly place: string;
  readonly cells: readonly string[];
  /** The cells as the file has them, if others were mended: ids are made of these. */
  readonly written?: readonly string[];
};
