import type { DatabaseSync } from 'node:sqlite';
import { CSV_TYPE, NDJSON_TYPE, PARQUET_TYPE, SQLITE_TYPE } from '#artifacts/media-types.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewsHead } from '#search/review-source.ts';
import { columnsOf, parquetColumnsOf } from './review-columns.ts';
import type { Column } from './table-column.ts';

/*
 * Formats: the reviews as tables, for tools that do not read nested JSON.
 *
 *   formats.ts           the list of formats, and their source    make-format.ts  makes each of them
 *   table-column.ts      the type of a column                     columns.json  descriptions of columns
 *   review-columns.ts    the columns that tables of reviews share
 *   write-csv.ts         CSV, also of search results   write-parquet.ts  Parquet
 *   write-sqlite.ts      a database of SQLite          database-tables.ts  its tables
 *
 * A format is made from a release on first request, in a thread, since many reviews take seconds:
 * everything here is synchronous, reads the reviews one after the other and keeps only a bounded part
 * of the output in memory. The same release and program give the same bytes: rows are written in one
 * pass, in the order of reviews.json, and there is no clock.
 */

/**
 * The source of formats: a release as published. Iterators are lazy, and may throw once the format
 * is no longer needed.
 */
export type FormatSource = {
  /** The public origin, without a trailing slash. */
  readonly baseUrl: string;
  readonly head: ReviewsHead;
  readonly names: EntityNames;
  /** Newest first. */
  readonly removed: readonly Removal[];
  /** The records as in reviews.json, newest first, without separators. */
  readonly lines: () => Iterable<Uint8Array>;
  /** The parsed records, one after the other. */
  readonly reviews: () => Iterable<Review>;
};

/** The empty file that a format is written to. */
export type FormatOutput = {
  /** Appends bytes, which stay as they are. */
  readonly write: (bytes: Uint8Array) => void;
  /** For a format that is a database: opens the file instead. The format closes it. */
  readonly openDatabase: () => DatabaseSync;
};

/** A file that is published besides the artifacts. */
export type Format = {
  /** The path below BASE_URL. */
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
  /** The input of its bytes: the records and names alone (`rows`), or all of reviews.json. */
  readonly dependsOn: 'rows' | 'reviews';
  /** The columns of its one table, if it is one. */
  readonly columns?: (names: EntityNames) => readonly Column[];
};

/** Every format, as they are listed. */
export const FORMATS: readonly Format[] = [
  {
    path: '/reviews.ndjson',
    mediaType: NDJSON_TYPE,
    title: 'All reviews, one JSON record per line',
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
