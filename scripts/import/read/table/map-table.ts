import type { SourceField } from '#dataset/schema/source-digest.ts';
import { fold } from '#dataset/text/fold.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import { amount } from '../../report.ts';
import type { ReviewExport } from '../incoming-review.ts';
import { bare, type ColumnKey, type TableMap } from './columns/column-map.ts';
import { createParseDate, type DayOrder, type ParseDate } from './dates.ts';
import { holdsMarkup } from './html-text.ts';
import { mapRow, type RowContext, UNNAMED_SOURCE } from './map-row.ts';
import { findScale, parseRating, type RatingScale, type WrittenRating } from './ratings.ts';
import type { Row, Table } from './table.ts';

/** Facts that a table does not state: from the content, and from a person. */
export type TableOptions = {
  /** The name of the source, before any in the table. */
  readonly source: string | undefined;
  readonly dayOf: DayOf;
  /** The order of dates that the whole table does not show. */
  readonly order: DayOrder | undefined;
  readonly technicians: readonly { readonly id: string; readonly names: readonly string[] }[];
};

const FIELDS: readonly (readonly [ColumnKey, SourceField])[] = [
  ['author', 'author'],
  ['date', 'datePublished'],
  ['date', 'dateCreated'],
  ['dateModified', 'dateModified'],
  ['rating', 'rating'],
  ['title', 'name'],
  ['language', 'inLanguage'],
  ['url', 'url'],
  ['reply', 'ownerReply'],
  ['text', 'reviewBody'],
];

/** The columns into which a tool that writes HTML writes it. */
const TEXT_KEYS = ['author', 'title', 'text', 'reply'] as const satisfies ColumnKey[];

/** Maps the rows of a table to reviews. Rows whose rating or date is unclear are skipped. */
export function mapTable(table: Table, map: TableMap, options: TableOptions): ReviewExport {
  const { columns, constants } = map;
  const cellOf = createCellOf(table.header, map);
  const stars = new Map(
    Object.entries(map.ratings ?? {}).map(([value, rating]) => [bare(value), rating]),
  );
  const ratings = table.rows.flatMap((row) => {
    const written = cellOf(row, 'rating');
    const rating = stars.has(bare(written)) ? undefined : parseRating(written);
    return rating ? [{ place: row.place, rating }] : [];
  });
  const unknownNames = new Map<string, number>();
  const context: RowContext = {
    cellOf,
    cellIn: createCellIn(table.header),
    isMarkup: TEXT_KEYS.some((key) =>
      holdsMarkup(table.rows.values().map((row) => cellOf(row, key))),
    ),
    map,
    stars,
    scale: map.ratingScale ?? findScale(columns.rating ?? '', ratings),
    parseDate: (key) => parsers[key],
    source: options.source ?? constants.source,
    technicianBy: createTechnicianBy(options.technicians),
    unknownNames,
  };
  const parseOf = (key: 'date' | 'dateModified' | 'replyDate'): ParseDate =>
    createParseDate({
      dayOf: options.dayOf,
      format: map.dateFormat,
      order: options.order,
      timeZone: isUtc(columns[key]) ? 'UTC' : map.timeZone,
    });
  const parsers = {
    date: parseOf('date'),
    dateModified: parseOf('dateModified'),
    replyDate: parseOf('replyDate'),
  };
  const mapped = table.rows.map((row) => mapRow(row, context));
  const reviews = mapped.filter((one) => 'key' in one);
  const said = { ...columns, ...constants };
  return {
    reviews,
    skipped: [...table.skipped, ...mapped.filter((one) => 'reason' in one)],
    remarks: [
      ...table.remarks,
      ...remarkOnMixture(columns.rating ?? '', context.scale, ratings),
      ...remarkOnNames(unknownNames),
      ...remarkOnSource(reviews.filter(({ sourceName }) => sourceName === UNNAMED_SOURCE).length),
    ],
    speaksOf: new Set(FIELDS.flatMap(([key, field]) => (said[key] === undefined ? [] : [field]))),
    isPartial: map.skipWhere.values().some((values) => values.length > 0),
  };
}

/** Returns every date of a table that is to be read without a format. */
export function datesOf({ header, rows }: Table, map: TableMap): string[] {
  if (map.dateFormat !== undefined) return [];
  const cellOf = createCellOf(header, map);
  return (['date', 'dateModified', 'replyDate'] as const).flatMap((key) =>
    map.columns[key] === undefined ? [] : rows.map((row) => cellOf(row, key)),
  );
}

function createCellOf(header: readonly string[], { columns, constants }: TableMap) {
  const cellIn = createCellIn(header);
  return (row: Row, key: ColumnKey): string => constants[key] ?? cellIn(row, columns[key]);
}

function createCellIn(header: readonly string[]) {
  const places = new Map(header.map((column, place) => [column, place]));
  return ({ cells }: Row, column: string | undefined): string =>
    (column === undefined ? undefined : cells[places.get(column) ?? -1]) ?? '';
}

/** True for a name such as "Review Created (UTC)". */
function isUtc(column: string | undefined): boolean {
  return /\b(?:utc|gmt)\b/i.test(column?.replaceAll('_', ' ') ?? '');
}

/** Returns a function that finds the person with a name; none if several people have it. */
function createTechnicianBy(technicians: TableOptions['technicians']) {
  const byName = new Map<string, Set<string>>();
  for (const { id, names } of technicians) {
    for (const name of [id, ...names].map(fold)) {
      byName.set(name, (byName.get(name) ?? new Set()).add(id));
    }
  }
  return (name: string): string | undefined => {
    const [id, ...others] = byName.get(fold(name.trim())) ?? [];
    return others.length === 0 ? id : undefined;
  };
}

/** A column with some ratings above 5 mixes two scales, which cannot be separated. */
function remarkOnMixture(
  column: string,
  scale: RatingScale,
  ratings: readonly { readonly rating: WrittenRating }[],
): string[] {
  if (scale === 5) return [];
  const low = ratings.filter(({ rating }) => rating.value <= 5).length;
  if (low === ratings.length || low < ratings.length * 0.8) return [];
  return [
    `The column "${column}" is read on a scale of ${scale}, but ${low} of its ${ratings.length} ratings are at most 5: it may mix two scales.`,
  ];
}

function remarkOnNames(names: ReadonlyMap<string, number>): string[] {
  if (names.size === 0) return [];
  const listed = [...names].map(([name, count]) => `${name} (${amount(count, 'review')})`);
  return [
    `No person in technicians.yaml, or more than one, has the name ${listed.join(', ')}: add them there, or to the reviews; an import sets technicians only in new reviews.`,
  ];
}

function remarkOnSource(count: number): string[] {
  if (count === 0) return [];
  return [
    `No source is named for ${amount(count, 'review')}, so readers will see "${UNNAMED_SOURCE}" as their source; pass --source NAME before you publish them, because their ids begin with it.`,
  ];
}
