import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { StarRating } from '#dataset/schema/scalars.ts';
import { TimeZone } from '#dataset/schema/stored-business.ts';
import { ImportRefusal } from '../import-refusal.ts';

const MISSING = 'is missing: write it between the quotation marks';
const Name = z.string().trim().min(1, MISSING);

/** A column, or several: in each row, the first of them with a value. */
const Column = z.union([Name, z.array(Name).min(1)]);

const Constant = z.strictObject({
  constant: z.string().trim().min(1, MISSING),
});

/** Columns, and the value of rows for which they have none. */
const ColumnOrConstant = z.union([Column, Constant, z.array(z.union([Name, Constant])).min(1)]);

const Cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Values of columns. */
const Where = z.record(Name, z.union([Cell, z.array(Cell)]));

/** In place of a column: there is none, or it is not wanted. */
export const NONE = 'none';

/** The members of a map that name a column of the file. */
const Columns = z.strictObject({
  id: Column.optional(),
  author: Column.optional(),
  /** Says yes for authors who are not to be named. */
  anonymous: Column.optional(),
  rating: Column.optional(),
  date: Column.optional(),
  dateModified: Column.optional(),
  title: Column.optional(),
  text: Column.optional(),
  reply: Column.optional(),
  replyDate: Column.optional(),
  url: Column.optional(),
  language: ColumnOrConstant.optional(),
  /** A column or, if no column has this name, the name of the source itself. */
  source: ColumnOrConstant.optional(),
  /** The source's vouching for the review: yes or no. */
  verified: Column.optional(),
  technicians: Column.optional(),
});
const ColumnKey = Columns.keyof();
export type ColumnKey = z.infer<typeof ColumnKey>;
export const COLUMN_KEYS = ColumnKey.options;

/** The contents of a file's columns. */
export const ColumnMap = Columns.extend({
  /** The stars of a value. */
  ratings: z.record(z.string(), StarRating).optional(),
  /** The highest rating of the source; by default 5, if all values fit. */
  ratingScale: z.union([z.literal(5), z.literal(10), z.literal(100)]).optional(),
  /** The order of day and month, such as DD/MM/YYYY, where a date does not show it. */
  dateFormat: Name.optional(),
  /** The time zone of times without one. */
  timeZone: TimeZone.optional(),
  /** Values for which a row is skipped. */
  skipWhere: Where.optional(),
  /** Values of such columns that mean published, if the program does not know them. */
  keepWhere: Where.optional(),
  /** Columns that are not to be read. */
  ignore: Column.optional(),
  /** The figures of the source beside its list in JSON, by their names. */
  totals: z.strictObject({ count: Name.optional(), next: Name.optional() }).optional(),
  /** One line for people, the public page with the names of the columns, and if they are untried. */
  about: Name.optional(),
  columnsFrom: z.union([Name, z.array(Name)]).optional(),
  untried: z.boolean().optional(),
  /** A file with all columns of one of these lists is read by this map of the program. */
  recognizedBy: z.array(z.array(Name).min(1)).optional(),
});
export type ColumnMap = z.infer<typeof ColumnMap>;

/** A map as it applies to one file: each column is in its header. */
export type TableMap = Pick<
  ColumnMap,
  'ratings' | 'ratingScale' | 'dateFormat' | 'timeZone' | 'totals'
> & {
  /** In each row, the first of a key's columns with a value counts. */
  readonly columns: { readonly [Key in ColumnKey]?: readonly string[] | undefined };
  /** The keys of the map whose columns this file lacks. */
  readonly absent: ReadonlySet<ColumnKey>;
  /** The keys for which the map says that there is no column. */
  readonly none: ReadonlySet<ColumnKey>;
  /** The values of rows that have none in these columns. */
  readonly constants: { readonly [Key in ColumnKey]?: string | undefined };
  readonly skipWhere: ReadonlyMap<string, readonly string[]>;
  readonly keepWhere: ReadonlyMap<string, readonly string[]>;
  readonly ignore: ReadonlySet<string>;
};

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
  const columns: Partial<Record<ColumnKey, readonly string[]>> = {};
  const constants: Partial<Record<ColumnKey, string>> = {};
  const absent = new Set<ColumnKey>();
  const find = (where: string, said: string | readonly string[]) => {
    const found = [said].flat().filter((one) => header.includes(one));
    const checked = found.length > 0 || isOurs || typeof said !== 'string' ? found : [said];
    for (const column of checked) checkColumn(`${name}: ${where}`, column, header);
    return found;
  };
  const none = new Set<ColumnKey>();
  for (const key of COLUMN_KEYS) {
    const said = map[key] ?? [];
    const isLone = typeof said === 'string' && !header.includes(said);
    if (isLone && said === NONE) none.add(key);
    else if (isLone && key === 'source') constants.source = said;
    else {
      const named = [said].flat().filter((one) => typeof one === 'string');
      const found = find(key, typeof said === 'string' ? said : named);
      if (found.length > 0) columns[key] = found;
      else if (named.length > 0) absent.add(key);
      for (const one of [said].flat()) if (typeof one !== 'string') constants[key] = one.constant;
    }
  }
  const { ratings, ratingScale, dateFormat, timeZone, totals } = map;
  const listValues = (key: 'skipWhere' | 'keepWhere') => {
    const lists = Object.entries(map[key] ?? {}).filter(([column]) => find(key, column).length > 0);
    return new Map(lists.map(([column, values]) => [column, [values].flat()]));
  };
  return {
    columns,
    absent,
    none,
    constants,
    ratings,
    ratingScale,
    dateFormat,
    timeZone,
    totals,
    skipWhere: listValues('skipWhere'),
    keepWhere: listValues('keepWhere'),
    ignore: new Set(find('ignore', [map.ignore ?? []].flat())),
  };
}

/** Returns the lines of a map as it applies to a file: without columns that it does not have. */
export function linesOf(map: TableMap): ColumnMap {
  const { columns, constants, none, ratings, ratingScale, dateFormat, timeZone } = map;
  const keys = COLUMN_KEYS.map((key) => {
    const constant = constants[key] === undefined ? [] : [{ constant: constants[key] }];
    const [first, ...others] = [...(columns[key] ?? []), ...constant];
    return [key, others.length > 0 ? [first, ...others] : (first ?? (none.has(key) ? NONE : []))];
  });
  const lines = {
    ...Object.fromEntries(keys),
    ...{ ratings, ratingScale, dateFormat, timeZone },
    skipWhere: Object.fromEntries(map.skipWhere),
    keepWhere: Object.fromEntries(map.keepWhere),
    ignore: [...map.ignore],
  };
  const isStated = ([, value]: readonly [string, unknown]) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined;
  return ColumnMap.parse(Object.fromEntries(Object.entries(lines).filter(isStated)));
}

/** Returns the lines of two maps in one; of two for a member, the later one counts. */
export function mergeLines(one: ColumnMap, other: ColumnMap): ColumnMap {
  const merged = Object.entries({ ...one, ...other }).map(([key, value]) => {
    const before = new Map<string, unknown>(Object.entries(one)).get(key);
    const isList = ['ratings', 'skipWhere', 'keepWhere', 'ignore'].includes(key);
    return [key, isList && before !== value ? join(before, value) : value];
  });
  return ColumnMap.parse(Object.fromEntries(merged));
}

/** Returns both of two lists, or of two lists for each of their names. */
function join(one: unknown, other: unknown): unknown {
  if (one === undefined || typeof other === 'number') return other;
  if (typeof one !== 'object' || Array.isArray(one)) return [...new Set([one, other].flat())];
  const before = new Map<string, unknown>(Object.entries(one ?? {}));
  const after = Object.entries(other ?? {}).map(([key, value]) => [
    key,
    join(before.get(key), value),
  ]);
  return { ...one, ...Object.fromEntries(after) };
}

/** Returns the columns of a file that a map mentions. */
export function listUsed({ columns, skipWhere, keepWhere, ignore }: TableMap) {
  return new Set<string>([
    ...Object.values(columns).flatMap((names) => names ?? []),
    ...skipWhere.keys(),
    ...keepWhere.keys(),
    ...ignore,
  ]);
}

function checkColumn(where: string, column: string, header: readonly string[]): void {
  if (!header.includes(column)) {
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file does not have${hint} The columns are ${header.join(', ')}.`,
    );
  }
  if (isEmailColumn(column)) {
    throw new ImportRefusal(
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
