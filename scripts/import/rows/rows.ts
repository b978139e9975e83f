/**
 * Makes reviews of the rows of a table, by the map of its columns. read-row.ts makes a review
 * (incoming-review.ts) of each row: its texts are cleaned (clean-text.ts), its date
 * and its rating are read (dates.ts, ratings.ts), and each adjustment is noted with it
 * (import-notes.json). The words of dates and ratings are in value-words.json. An unclear row is
 * skipped with a reason.
 */
import { SOURCE_FIELDS, type SourceField } from '#dataset/schema/source-fields.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import {
  bare,
  COLUMN_KEYS,
  type ColumnKey,
  columnsOf,
  constantOf,
  isNone,
  type TableMap,
} from '../columns/column-map.ts';
import type { Row, Table } from '../read/table.ts';
import { createParseDate } from './dates.ts';
import type { ReviewExport } from './incoming-review.ts';
import { readRow } from './read-row.ts';

/** Facts that a table does not state. */
export type RowsContext = {
  /** The name of the source, before any in the table. */
  readonly source: string | undefined;
  readonly dayOf: DayOf;
};

const KEY_OF: Readonly<Record<SourceField, ColumnKey>> = {
  author: 'author',
  datePublished: 'date',
  dateCreated: 'date',
  dateModified: 'dateModified',
  rating: 'rating',
  name: 'title',
  inLanguage: 'language',
  url: 'url',
  ownerReply: 'reply',
  reviewBody: 'text',
};

/** Maps the rows of a table to reviews. Rows whose source, rating or date is unclear are skipped. */
export function mapRows(table: Table, map: TableMap, context: RowsContext): ReviewExport {
  const cells = createCells(table, map, context.dayOf);
  const mapped = table.rows.map((row) => readRow(row, map, cells, context.source));
  const reviews = mapped.filter((one) => 'key' in one);
  const skipped = mapped.filter((one) => 'reason' in one);
  // A member that no review has may be missing in JSON, and says that there is none.
  const isSpokenOf = (key: ColumnKey) =>
    (map[key] !== undefined && !isNone(map, key)) || (table.kind === 'JSON' && map.absent.has(key));
  return {
    reviews,
    skipped: [...table.skipped, ...skipped],
    remarks: table.remarks,
    speaksOf: new Set(SOURCE_FIELDS.filter((field) => isSpokenOf(KEY_OF[field]))),
    isPartial: skipped.some(({ id }) => id === undefined),
  };
}

export type TableCells = ReturnType<typeof createCells>;

/** Returns readers of the cells of a row, by the keys of the map; the first with a value counts. */
function createCells({ header }: Table, map: TableMap, dayOf: DayOf) {
  const placesOf = (columns: readonly string[]) => columns.map((column) => header.indexOf(column));
  const places = new Map(COLUMN_KEYS.map((key) => [key, placesOf(columnsOf(map, key))]));
  const constants = new Map(COLUMN_KEYS.map((key) => [key, constantOf(map, key) ?? '']));
  const of = ({ cells }: Pick<Row, 'cells'>, key: ColumnKey) =>
    places
      .get(key)
      ?.map((place) => cells[place] ?? '')
      .find((cell) => cell.trim() !== '') ??
    constants.get(key) ??
    '';
  const skipped = Object.entries(map.skipWhere ?? {}).map(
    ([column, values]) => [column, header.indexOf(column), values.map(bare)] as const,
  );
  /** Returns the column for which a row is skipped. */
  const skipOf = ({ cells }: Row) =>
    skipped.find(([, place, values]) => values.includes(bare(cells[place] ?? '')));
  // Such as "Review Created (UTC)" or "review_datetime_utc".
  const isUtc = columnsOf(map, 'date').some((column) =>
    /(?<![a-z])(?:utc|gmt)(?![a-z])/i.test(column),
  );
  const parse = createParseDate({ dayOf, format: map.dateFormat, isUtc });
  const dateOf = (row: Row, key: ColumnKey) => parse(of(row, key));
  return { of, skipOf, dateOf };
}
