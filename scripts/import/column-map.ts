import { z } from 'zod';
import { formatProblem } from '#dataset/content-problem.ts';
import { nearestName } from '#dataset/nearest-name.ts';
import { parseYaml } from '#dataset/parse-yaml.ts';
import type { SourceField } from '#dataset/source-digest.ts';
import { decodeInput, type InputFile } from './decode-input.ts';
import { ImportRefusal } from './import-refusal.ts';

const Column = z.string().trim().min(1, 'must name a column');

/** `map.yaml`: which column holds what. */
export const ColumnMap = z.strictObject({
  id: Column.optional(),
  author: Column.optional(),
  rating: Column,
  /** The highest rating that the source knows; without it, 5 is taken where all values fit. */
  ratingScale: z.union([z.literal(5), z.literal(10), z.literal(100)]).optional(),
  date: Column,
  /** Such as DD/MM/YYYY; without it, only dates that can be read in one way are taken. */
  dateFormat: Column.optional(),
  title: Column.optional(),
  text: Column.optional(),
  reply: Column.optional(),
  replyDate: Column.optional(),
  url: Column.optional(),
  language: Column.optional(),
  /** A column, or where no column has this name the name of the source itself. */
  source: Column.optional(),
});
export type ColumnMap = z.infer<typeof ColumnMap>;

/** The members of a map that name a column of the file. */
export const COLUMN_KEYS = [
  'id',
  'author',
  'rating',
  'date',
  'title',
  'text',
  'reply',
  'replyDate',
  'url',
  'language',
  'source',
] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];

/** The parts of a review that its columns can tell of. */
const FIELDS: readonly (readonly [ColumnKey, SourceField])[] = [
  ['author', 'author'],
  ['date', 'datePublished'],
  ['date', 'dateCreated'],
  ['rating', 'rating'],
  ['title', 'name'],
  ['language', 'inLanguage'],
  ['url', 'url'],
  ['reply', 'ownerReply'],
  ['text', 'reviewBody'],
];

/** The parts of a review of which a file with this map says something, if only that there is none. */
export function listFields(map: ColumnMap): ReadonlySet<SourceField> {
  return new Set(FIELDS.flatMap(([key, field]) => (map[key] === undefined ? [] : [field])));
}

/** Reads a map and holds it against the header of the file it is for. */
export function readColumnMap(file: InputFile, header: readonly string[]): ColumnMap {
  const parsed = parseYaml({ file: file.name, text: decodeInput(file) }, ColumnMap);
  if (parsed.problems) {
    const problems = parsed.problems.map((problem) => formatProblem(problem)).join('\n');
    throw new ImportRefusal(`The map cannot be used; correct it and import again:\n${problems}`);
  }
  const map = parsed.value;
  for (const key of COLUMN_KEYS) {
    const column = map[key];
    if (column === undefined || (key === 'source' && !header.includes(column))) continue;
    checkColumn(`${file.name}: ${key}`, column, header);
  }
  return map;
}

/** Refuses a column that is missing, stands twice, or holds e-mail addresses. */
function checkColumn(where: string, column: string, header: readonly string[]): void {
  const places = header.filter((name) => name === column).length;
  if (places === 0) {
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file does not have${hint} The columns are ${header.join(', ')}.`,
    );
  }
  if (places > 1) {
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file has ${places} times; rename one of them`,
    );
  }
  if (isEmailColumn(column)) {
    throw new ImportRefusal(
      `${where} names the column "${column}", but e-mail addresses are never imported; name another column or leave it out`,
    );
  }
}

export function isEmailColumn(column: string): boolean {
  return /e-?mail/i.test(column);
}
