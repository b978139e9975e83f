import { z } from 'zod';
import { StarRating } from '#dataset/schema/scalars.ts';
import { CommandError } from '../../command.ts';

const MISSING = 'is missing: write it between the quotation marks';
const Name = z.string().trim().min(1, MISSING);

/** One or several. */
const list = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((one) => [one]), z.array(item)]);

/** In each row, the first column with a value counts. */
const Columns = list(Name).optional();

/** The value of rows for which the columns have none. */
const ColumnsOrConstant = list(z.union([Name, z.strictObject({ constant: Name })])).optional();

/** Values of columns; a lone "" is an answer that is missing, and [""] are blank cells. */
const Cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const One = Cell.pipe(z.string().min(1, MISSING)).transform((one) => [one]);
const Where = z.record(Name, z.union([One, z.array(Cell)])).optional();
type Where = z.infer<typeof Where>;

/** In place of a column: there is none, or it is not wanted. */
export const NONE = 'none';

/** The members of a map that name a column of the file. */
const ColumnNames = z.strictObject({
  id: Columns,
  author: Columns,
  /** Says yes for authors who are not to be named. */
  anonymous: Columns,
  rating: Columns,
  date: Columns,
  dateModified: Columns,
  title: Columns,
  text: Columns,
  reply: Columns,
  replyDate: Columns,
  url: Columns,
  language: ColumnsOrConstant,
  source: ColumnsOrConstant,
  /** The source's vouching for the review: yes or no. */
  verified: Columns,
});
const ColumnKey = ColumnNames.keyof();
export type ColumnKey = z.infer<typeof ColumnKey>;
export const COLUMN_KEYS = ColumnKey.options;

/** The contents of a file's columns. */
export const ColumnMap = ColumnNames.extend({
  /** The stars of a value. */
  ratings: z.record(z.string(), StarRating).optional(),
  /** The highest rating of the source; by default 5, if all values fit. */
  ratingScale: z.literal([5, 10, 100]).optional(),
  /** The order of day and month, such as DD/MM/YYYY, where a date does not show it. */
  dateFormat: Name.optional(),
  /** Values for which a row is skipped. */
  skipWhere: Where,
  /** Values of such columns that mean published, if the program does not know them. */
  keepWhere: Where,
  /** Columns that are not to be read. */
  ignore: Columns,
  /** One line for people, the public page with the names of the columns, and if they are untried. */
  about: Name.optional(),
  columnsFrom: Columns,
  untried: z.boolean().optional(),
  /** A file with all columns of one of these lists is read by this map of the program. */
  recognizedBy: z.array(z.array(Name)).optional(),
});
export type ColumnMap = z.infer<typeof ColumnMap>;

/** A map as it applies to one file: each column is in its header. */
export type TableMap = ColumnMap & {
  /** The keys of the map whose columns this file lacks. */
  readonly absent: ReadonlySet<ColumnKey>;
};

/** Returns the columns that a map names for a key. */
export function columnsOf(map: ColumnMap, key: ColumnKey): string[] {
  return (map[key] ?? []).filter((one) => typeof one === 'string').filter((one) => one !== NONE);
}

/** Returns the value of rows without one. */
export function constantOf(map: ColumnMap, key: ColumnKey): string | undefined {
  return (map[key] ?? []).flatMap((one) => (typeof one === 'string' ? [] : one.constant))[0];
}

/** True if a map says that there is no column for a key. */
export function isNone(map: ColumnMap, key: ColumnKey): boolean {
  return map[key]?.[0] === NONE;
}

/** Returns the values that a map lists for a column. */
export function valuesIn(where: Where, column: string): string[] | undefined {
  // A column may be named "constructor".
  return new Map(Object.entries(where ?? {})).get(column);
}

/**
 * Finds the columns of a map in a header; `name` is the map's own, for faults in it. Of several
 * columns, and of a map of the program, some may be from another version of the export.
 */
export function applyMap(
  name: string,
  map: ColumnMap,
  header: readonly string[],
  isOurs = false,
): TableMap {
  const isThere = (key: string, column: string, isLone = true) => {
    if (header.includes(column) || (isLone && !isOurs)) checkColumn(name, key, column, header);
    return header.includes(column);
  };
  const columns = COLUMN_KEYS.map((key) => {
    const said = map[key] ?? [];
    const applied = said.filter(
      (one) => typeof one !== 'string' || one === NONE || isThere(key, one, said.length === 1),
    );
    return [key, applied.length > 0 ? applied : undefined];
  });
  const found = ColumnNames.parse(Object.fromEntries(columns));
  const isAbsent = (key: ColumnKey) =>
    columnsOf(map, key).length > 0 && columnsOf(found, key).length === 0;
  const whereThere = (key: 'skipWhere' | 'keepWhere') =>
    Object.fromEntries(Object.entries(map[key] ?? {}).filter(([column]) => isThere(key, column)));
  return {
    ...map,
    ...found,
    skipWhere: whereThere('skipWhere'),
    keepWhere: whereThere('keepWhere'),
    ignore: (map.ignore ?? []).filter((one) => isThere('ignore', one, map.ignore?.length === 1)),
    absent: new Set(COLUMN_KEYS.filter(isAbsent)),
  };
}

/** Returns the members of a map that say how a file is read. */
export function linesOf({ absent: _, ...map }: TableMap): ColumnMap {
  const { about, columnsFrom, untried, recognizedBy, ...lines } = map;
  const isStated = ([, value]: readonly [string, unknown]) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined;
  return ColumnMap.parse(Object.fromEntries(Object.entries(lines).filter(isStated)));
}

/** Returns the lines of two maps in one; of two for a member, the later one counts. */
export function mergeLines(one: ColumnMap, other: ColumnMap): ColumnMap {
  const unite = (before: readonly string[] = [], after: readonly string[] = []) => [
    ...new Set([...before, ...after]),
  ];
  const join = (before: Where, after: Where = {}) => ({
    ...before,
    ...Object.fromEntries(
      Object.entries(after).map(([name, values]) => [name, unite(valuesIn(before, name), values)]),
    ),
  });
  return {
    ...one,
    ...other,
    ratings: { ...one.ratings, ...other.ratings },
    skipWhere: join(one.skipWhere, other.skipWhere),
    keepWhere: join(one.keepWhere, other.keepWhere),
    ignore: unite(one.ignore, other.ignore),
  };
}

/** Returns the columns of a file that a map mentions. */
export function listUsed({ skipWhere, keepWhere, ...map }: TableMap): ReadonlySet<string> {
  const columns = COLUMN_KEYS.flatMap((key) => columnsOf(map, key));
  return new Set([
    ...columns,
    ...Object.keys({ ...skipWhere, ...keepWhere }),
    ...(map.ignore ?? []),
  ]);
}

/** Refuses a column that is not there, or has email addresses. */
function checkColumn(map: string, key: string, column: string, header: readonly string[]): void {
  const start = `${map}: ${key} names the column "${column}"`;
  if (!header.includes(column)) {
    throw new CommandError(
      `${start}, which the file does not have. The columns are ${header.join(', ')}.`,
    );
  }
  if (isEmailColumn(column)) {
    throw new CommandError(
      `${start}, but email addresses are never imported; name another column or omit it`,
    );
  }
}

export function isEmailColumn(column: string): boolean {
  return /e-?mail/i.test(column);
}

/** Returns the form in which values of cells are compared with a map's. */
export function bare(text: string): string {
  return text.trim().toLowerCase();
}
