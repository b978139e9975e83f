import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { Slug, StarRating } from '#dataset/schema/scalars.ts';
import { Relationship } from '#dataset/schema/stored-review.ts';
import { ImportRefusal } from '../../../import-refusal.ts';
import { decodeInput, type InputFile, readInputFile } from '../../input.ts';

const MAPS = join(import.meta.dirname, '../../../maps');

const Name = z.string().trim().min(1, 'must name a column');

/** A column, or several names for it; the first one in the file is used. */
const Column = z.union([Name, z.array(Name).min(1)]);
type Column = z.infer<typeof Column>;

const Cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Values of columns. */
const Where = z.record(Name, z.union([Cell, z.array(Cell)]));

const TimeZone = z
  .string()
  .refine(isTimeZone, 'must be a time zone such as America/Chicago or UTC');

/** The contents of a file's columns. By default, a member names one. */
export const ColumnMap = z.strictObject({
  id: Column.optional(),
  /** "none" to name no author. */
  author: Column.optional(),
  rating: Column,
  /** The stars of a value. */
  ratings: z.record(z.string(), StarRating).optional(),
  /** The highest rating of the source; by default 5, if all values fit. */
  ratingScale: z.union([z.literal(5), z.literal(10), z.literal(100)]).optional(),
  date: Column,
  /** Such as DD/MM/YYYY; without it, only unambiguous dates are read. */
  dateFormat: Name.optional(),
  /** The time zone of times without one. */
  timeZone: TimeZone.optional(),
  dateModified: Column.optional(),
  title: Column.optional(),
  text: Column.optional(),
  reply: Column.optional(),
  replyDate: Column.optional(),
  url: Column.optional(),
  language: z.union([Column, z.strictObject({ constant: Name })]).optional(),
  /** A column or, if no column has this name, the name of the source itself. */
  source: z.union([Column, z.strictObject({ constant: Name })]).optional(),
  /** The source's vouching for the review: yes or no. */
  verified: Column.optional(),
  relationship: z.union([Column, z.strictObject({ constant: Relationship })]).optional(),
  technicians: Column.optional(),
  /** A column of stars for an aspect. */
  aspects: z.record(Slug, Column).optional(),
  /** Values for which a row is skipped. */
  skipWhere: Where.optional(),
  /** Values of such columns that mean published, if the program does not know them. */
  keepWhere: Where.optional(),
});
export type ColumnMap = z.infer<typeof ColumnMap>;

/** The members of a map that name a column of the file. */
const ColumnKey = ColumnMap.keyof().exclude([
  'ratings',
  'ratingScale',
  'dateFormat',
  'timeZone',
  'aspects',
  'skipWhere',
  'keepWhere',
]);
export type ColumnKey = z.infer<typeof ColumnKey>;
export const COLUMN_KEYS = ColumnKey.options;

/** A map as it applies to one file: each column is in its header. */
export type TableMap = Pick<ColumnMap, 'ratings' | 'ratingScale' | 'dateFormat' | 'timeZone'> & {
  readonly columns: { readonly [Key in ColumnKey]?: string | undefined };
  /** Values that are equal in every row. */
  readonly constants: { readonly [Key in ColumnKey]?: string | undefined };
  readonly aspects: readonly { readonly id: string; readonly column: string }[];
  readonly skipWhere: ReadonlyMap<string, readonly string[]>;
  readonly keepWhere: ReadonlyMap<string, readonly string[]>;
};

export type NamedColumns = Pick<TableMap, 'columns' | 'aspects' | 'skipWhere' | 'keepWhere'>;

/** Reads a map by its path, or by its name in the program. */
export function readColumnMap(path: string): ColumnMap {
  return parseMap(readInputFile(findMap(path), path));
}

function findMap(path: string): string {
  if (/[./\\]/.test(path)) return path;
  const names = readdirSync(MAPS).map((file) => basename(file, '.yaml'));
  if (names.includes(path)) return join(MAPS, `${path}.yaml`);
  throw new ImportRefusal(
    `There is no map "${path}"; give the path of a file, such as ./${path}.yaml, or one of ${names.sort().join(', ')}`,
  );
}

function parseMap(file: InputFile): ColumnMap {
  const parsed = parseYaml({ file: file.name, text: decodeInput(file) }, ColumnMap);
  if (!parsed.problems) return parsed.value;
  const problems = parsed.problems.map((problem) => formatProblem(problem)).join('\n');
  throw new ImportRefusal(`The map cannot be used; correct it and import again:\n${problems}`);
}

/** Finds the columns of a map in a header; `name` is the map's own, for faults in it. */
export function applyMap(name: string, map: ColumnMap, header: readonly string[]): TableMap {
  const columns: Partial<Record<ColumnKey, string>> = {};
  const constants: Partial<Record<ColumnKey, string>> = {};
  for (const key of COLUMN_KEYS) {
    const said = map[key];
    if (said === undefined) continue;
    if (typeof said === 'object' && 'constant' in said) constants[key] = said.constant;
    else if (key === 'source' && typeof said === 'string' && !header.includes(said)) {
      constants.source = said;
    } else if (key !== 'author' || said !== 'none' || header.includes('none')) {
      const column = findColumn(`${name}: ${key}`, said, header);
      if (column !== undefined) columns[key] = column;
    }
  }
  for (const key of ['author', 'rating', 'date'] as const) {
    if (columns[key] !== undefined || (key === 'author' && map.author === 'none')) continue;
    const fault =
      map[key] === undefined ? `${key} is missing` : `the file has no column for ${key}`;
    throw new ImportRefusal(
      `${name}: ${fault}; add a line such as "${key}: ${key === 'author' ? 'COLUMN", or "author: none" to make all authors Anonymous' : 'COLUMN"'}. ${listColumns(header)}`,
    );
  }
  const { ratings, ratingScale, dateFormat, timeZone, aspects = {} } = map;
  const listValues = (key: 'skipWhere' | 'keepWhere') => {
    const lists = Object.entries(map[key] ?? {});
    for (const [column] of lists) checkColumn(`${name}: ${key}`, column, header);
    return new Map(lists.map(([column, values]) => [column, [values].flat().map(bare)]));
  };
  return {
    columns,
    constants,
    ratings,
    ratingScale,
    dateFormat,
    timeZone,
    aspects: Object.entries(aspects).flatMap(([id, said]) => {
      const column = findColumn(`${name}: aspects.${id}`, said, header);
      return column === undefined ? [] : [{ id, column }];
    }),
    skipWhere: listValues('skipWhere'),
    keepWhere: listValues('keepWhere'),
  };
}

/** Returns the columns of a file that a map mentions. */
export function listUsed({ columns, aspects, skipWhere, keepWhere }: NamedColumns) {
  const stars = aspects.map(({ column }) => column);
  const listed = [...skipWhere.keys(), ...keepWhere.keys()];
  return new Set<string | undefined>([...Object.values(columns), ...stars, ...listed]);
}

/** True if a file has all essential columns of a map. */
export function fitsHeader(map: ColumnMap, header: readonly string[]): boolean {
  return (['id', 'author', 'rating', 'date'] as const).every((key) =>
    [map[key] ?? []].flat().some((column) => header.includes(column)),
  );
}

function findColumn(where: string, said: Column, header: readonly string[]): string | undefined {
  // Of several names, one may be from another version of the export.
  const column = Array.isArray(said) ? said.find((one) => header.includes(one)) : said;
  if (column !== undefined) checkColumn(where, column, header);
  return column;
}

function checkColumn(where: string, column: string, header: readonly string[]): void {
  const places = header.filter((name) => name === column).length;
  if (places === 0) {
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file does not have${hint} ${listColumns(header)}`,
    );
  }
  if (places > 1) {
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file has ${places} times; rename one of them`,
    );
  }
  if (isEmailColumn(column)) {
    throw new ImportRefusal(
      `${where} names the column "${column}", but e-mail addresses are never imported; name another column or omit it`,
    );
  }
}

export function listColumns(header: readonly string[]): string {
  return `The columns are ${header.join(', ')}.`;
}

export function isEmailColumn(column: string): boolean {
  return /e-?mail/i.test(column);
}

/** Returns the form in which values of cells are compared with a map's. */
export function bare(text: string): string {
  return text.trim().toLowerCase();
}

export function formatColumnMap(map: Partial<ColumnMap>): string {
  return stringify(map, { lineWidth: 0 }).trimEnd();
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    // Only an unknown time zone is a RangeError here.
    return false;
  }
}
