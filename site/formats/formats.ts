import type { DatabaseSync } from 'node:sqlite';
import { CSV_TYPE, NDJSON_TYPE, PARQUET_TYPE, SQLITE_TYPE } from '#artifacts/media-types.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewsHead } from '#search/review-source.ts';
import { columnsOf, parquetColumnsOf } from './review-columns.ts';
import type { Column } from './table-column.ts';

/*
 * Formats: what is published as tables, for tools that read no nested JSON.
 *
 *   formats.ts           which there are, and what they are made of   make-format.ts  how each is made
 *   table-column.ts      what a column is                              columns.json  what each holds
 *   review-columns.ts    the columns that tables of reviews share
 *   write-csv.ts         CSV, also of what a search found   write-parquet.ts  Parquet
 *   write-sqlite.ts      a database of SQLite               database-tables.ts  its tables
 *
 * A format is made of a release when it is first asked for, in a thread, as it takes seconds where there
 * are many reviews: everything here is synchronous, reads the reviews one after the other and holds a
 * bounded part of what it writes. The same release makes the same bytes by the same program: rows are
 * written in one pass, in the order of reviews.json, and there is no clock.
 */

/**
 * What formats are made of: a release as it is published. Iterators are lazy, and may throw where nobody
 * wants the format any more.
 */
export type FormatSource = {
  /** The public origin, without a trailing slash. */
  readonly baseUrl: string;
  readonly head: ReviewsHead;
  readonly names: EntityNames;
  /** Newest first. */
  readonly removed: readonly Removal[];
  /** The records as they stand in reviews.json, newest first, without separators. */
  readonly lines: () => Iterable<Uint8Array>;
  /** The same, parsed, one after the other. */
  readonly reviews: () => Iterable<Review>;
};

/** The file that a format is written to, which is empty. */
export type FormatOutput = {
  /** Appends bytes, which stay as they are. */
  readonly write: (bytes: Uint8Array) => void;
  /** For a format that is a database: opens the file instead. The format closes it. */
  readonly openDatabase: () => DatabaseSync;
};

/** A file that is published beside the artifacts. */
export type Format = {
  /** The path below BASE_URL. */
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
  /** What its bytes depend on: the records and names alone (`rows`), or all of reviews.json, too. */
  readonly dependsOn: 'rows' | 'reviews';
  /** The columns of its one table, where it is one. */
  readonly columns?: (names: EntityNames) => readonly Column[];
};

/** Every format, as they are listed. */
export const FORMATS: readonly Format[] = [
  {
    path: '/reviews.ndjson',
    mediaType: NDJSON_TYPE,
    title: 'All reviews, a JSON record a line',
    dependsOn: 'rows',
  },
  {
    path: '/reviews.csv',
    mediaType: CSV_TYPE,
    title: 'All reviews as a table, for spreadsheets (CSV)',
    dependsOn: 'rows',
    columns: columnsOf,
  },
  {
    path: '/reviews.parquet',
    mediaType: PARQUET_TYPE,
    title: 'All reviews as a typed table, for analysis (Parquet)',
    dependsOn: 'reviews',
    columns: parquetColumnsOf,
  },
  {
    path: '/reviews.sqlite',
    mediaType: SQLITE_TYPE,
    title: 'All reviews as a database with full-text search (SQLite)',
    dependsOn: 'reviews',
  },
];

/** The format at a path. */
export function formatAt(path: string | undefined): Format | undefined {
  return FORMATS.find((format) => format.path === path);
}
