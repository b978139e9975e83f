/**
 * Makes reviews of the rows of a table, by the map of its columns. If its texts are HTML
 * (html-text.ts), all are read so. read-row.ts makes a review (incoming-review.ts) of each row: its
 * texts are cleaned (clean-text.ts), its date and its rating are read (dates.ts, ratings.ts), its
 * persons are found (find-technicians.ts), and each adjustment is noted with it (import-notes.json).
 * The words of dates and ratings are in value-words.json. An unclear row is skipped with a reason.
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
import { amount } from '../phrases.ts';
import type { Row, Table } from '../read/table.ts';
import { createParseDate } from './dates.ts';
import { createFindTechnicians, type Technician } from './find-technicians.ts';
import { holdsMarkup } from './html-text.ts';
import type { ReviewExport } from './incoming-review.ts';
import { readRow } from './read-row.ts';

/** Facts that a table does not state: from the content, and from a person. */
export type RowsContext = {
  /** The name of the source, before any in the table. */
  readonly source: string | undefined;
  readonly dayOf: DayOf;
  readonly technicians: readonly Technician[];
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

/** The columns into which a tool that writes HTML writes it. */
const TEXT_KEYS = ['author', 'title', 'text', 'reply'] as const satisfies ColumnKey[];

/** Maps the rows of a table to reviews. Rows whose source, rating or date is unclear are skipped. */
export function mapRows(table: Table, map: TableMap, context: RowsContext): ReviewExport {
  const cells = createCells(table, map, context.dayOf);
  const isMarkup = TEXT_KEYS.some((key) =>
    holdsMarkup(table.rows.values().map((row) => cells.of(row, key))),
  );
  const findTechnicians = createFindTechnicians(context.technicians);
  const { source } = context;
  const mapped = table.rows.map((row) =>
    readRow(row, { map, cells, source, isMarkup, findTechnicians }),
  );
  const reviews = mapped.filter((one) => 'key' in one);
  const skipped = mapped.filter((one) => 'reason' in one);
  // The number of reviews that the source states beside its list.
  const fact = (name = '') => table.facts.get(name);
  const count = table.rows.length + table.skipped.length;
  const stated = Number(fact(map.totals?.count) || count);
  const remark = `The source states ${amount(stated, 'review')} and this export contains ${count}: pages are missing, or reviews were not listed.`;
  const isPage = Boolean(fact(map.totals?.next));
  const next =
    'This is one page of several: get the next ones and import them all from one folder.';
  const isLeftOut = skipped.some(({ id }) => id === undefined);
  // A member that no review has may be missing in JSON, and says that there is none.
  const isSpokenOf = (key: ColumnKey) =>
    (map[key] !== undefined && !isNone(map, key)) || (table.kind === 'JSON' && map.absent.has(key));
  return {
    reviews,
    skipped: [...table.skipped, ...skipped],
    remarks: [...table.remarks, ...(stated === count ? [] : [remark]), ...(isPage ? [next] : [])],
    speaksOf: new Set(SOURCE_FIELDS.filter((field) => isSpokenOf(KEY_OF[field]))),
    isPartial: isLeftOut || stated > count || isPage,
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
  const timeZone = isUtc ? 'UTC' : map.timeZone;
  const parse = createParseDate({ dayOf, format: map.dateFormat, timeZone });
  const dateOf = (row: Row, key: ColumnKey) => parse(of(row, key));
  return { of, skipOf, dateOf };
}
