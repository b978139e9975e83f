import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { StarRating } from '#dataset/schema/scalars.ts';
import { TimeZone } from '#dataset/schema/stored-business.ts';
import { CommandError } from '../../command.ts';

const MISSING = 'is missing: write it between the quotation marks';
const Name = z.string().trim().min(1, MISSING);

/** One or several. */
const list = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((one) => [one]), z.array(item)]);

/** In each row, the first column with a value counts. */
const Columns = list(Name).optional();

/** The value of rows for which the columns have none. */
const Constant = z.strictObject({ constant: Name });
const ColumnsOrConstant = list(z.union([Name, Constant])).optional();

/** Values of columns; a lone "" is an answer that is missing, and [""] are blank cells. */
const Cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const One = Cell.pipe(z.string().min(1, MISSING)).transform((one) => [one]);
const Where = z.record(Name, z.union([One, z.array(Cell)])).optional();

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
  /** A column or, if no column has this name, the name of the source itself. */
  source: ColumnsOrConstant,
  /** The source's vouching for the review: yes or no. */
  verified: Columns,
  technicians: Columns,
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
  /** The time zone of times without one. */
  timeZone: TimeZone.optional(),
  /** Values for which a row is skipped. */
  skipWhere: Where,
  /** Values of such columns that mean published, if the program does not know them. */
  keepWhere: Where,
  /** Columns that are not to be read. */
  ignore: Columns,
  /** The figures of the source beside its list in JSON, by their names. */
  totals: z.strictObject({ count: Name.optional(), next: Name.optional() }).optional(),
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
export function valuesIn(where: ColumnMap['skipWhere'], column: string): string[] | undefined {
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
  const absent = new Set<ColumnKey>();
  const find = (where: string, said: readonly string[], isLone = said.length === 1) => {
    const found = said.filter((one) => header.includes(one));
    const isFault = isLone && found.length === 0 && !isOurs;
    for (const one of isFault ? said : found) checkColumn(`${name}: ${where}`, one, header);
    return found;
  };
  const columns = COLUMN_KEYS.map((key) => {
    const said = map[key] ?? [];
    const named = columnsOf(map, key);
    const [lone = ''] = said.length === 1 ? named : [];
    const isName = key === 'source' && lone !== '' && !header.includes(lone);
    const constant = isName ? lone : constantOf(map, key);
    const found = isName ? [] : find(key, named, lone !== '');
    if (named.length > 0 && found.length === 0) absent.add(key);
    const all = [...found, ...(constant === undefined ? [] : [{ constant }])];
    const applied = isNone(map, key) ? said : all;
    return [key, applied.length > 0 ? applied : undefined];
  });
  const where = (key: 'skipWhere' | 'keepWhere') =>
    Object.fromEntries(
      Object.entries(map[key] ?? {}).filter(([column]) => find(key, [column]).length > 0),
    );
  return {
    ...map,
    ...ColumnNames.parse(Object.fromEntries(columns)),
    skipWhere: where('skipWhere'),
    keepWhere: where('keepWhere'),
    ignore: find('ignore', map.ignore ?? []),
    absent,
  };
}

/** Returns the members of a map that say how a file is read. */
export function linesOf({ absent: _, ...map }: TableMap): ColumnMap {
  const { totals, about, columnsFrom, untried, recognizedBy, ...lines } = map;
  const isStated = ([, value]: readonly [string, unknown]) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined;
  return ColumnMap.parse(Object.fromEntries(Object.entries(lines).filter(isStated)));
}

/** Returns the lines of two maps in one; of two for a member, the later one counts. */
export function mergeLines(one: ColumnMap, other: ColumnMap): ColumnMap {
  const join = (key: 'skipWhere' | 'keepWhere') => {
    const after = Object.entries(other[key] ?? {});
    const joined = after.map(([column, values]) => [
      column,
      unite(valuesIn(one[key], column), values),
    ]);
    return { ...one[key], ...Object.fromEntries(joined) };
  };
  return {
    ...one,
    ...other,
    ratings: { ...one.ratings, ...other.ratings },
    skipWhere: join('skipWhere'),
    keepWhere: join('keepWhere'),
    ignore: unite(one.ignore, other.ignore),
  };
}

function unite(one: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...new Set([...one, ...other])];
}

/** Returns the columns of a file that a map mentions. */
export function listUsed(map: TableMap): ReadonlySet<string> {
  const { skipWhere = {}, keepWhere = {}, ignore = [] } = map;
  const columns = COLUMN_KEYS.flatMap((key) => columnsOf(map, key));
  return new Set([...columns, ...Object.keys({ ...skipWhere, ...keepWhere }), ...ignore]);
}

function checkColumn(where: string, column: string, header: readonly string[]): void {
  if (!header.includes(column)) {
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
    throw new CommandError(
      `${where} names the column "${column}", which the file does not have${hint} The columns are ${header.join(', ')}.`,
    );
  }
  if (isEmailColumn(column)) {
    throw new CommandError(
      `${where} names the column "${column}", but email addresses are never imported; name another column or omit it`,
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
