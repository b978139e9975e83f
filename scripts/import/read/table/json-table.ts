import { ImportRefusal } from '../../import-refusal.ts';
import { parseJson } from '../input.ts';
import type { Table } from './table.ts';

/** Exports of reviews never have more columns; more come from keys that are values, such as ids. */
const MAX_COLUMNS = 1000;

/** Deeper values are kept as JSON. */
const MAX_DEPTH = 8;

/**
 * Reads an array of objects, alone or as the only array of an object, or one object per line
 * (NDJSON). The members of an inner object are columns of their own, such as `reviewer.name`.
 */
export function readJsonTable(name: string, text: string): Table {
  const entries = entriesOf(name, text);
  const columns = new Map<string, number>();
  const flat = entries.map((entry, index) => {
    if (!isObject(entry)) {
      throw new ImportRefusal(
        `${name} has an entry ${index + 1} that is not an object; each entry must be a review, such as {"author": "…", "rating": 5, "date": "…"}`,
      );
    }
    const cells = flatten(entry);
    for (const column of cells.keys()) {
      if (!columns.has(column)) columns.set(column, columns.size);
    }
    if (columns.size > MAX_COLUMNS) {
      throw new ImportRefusal(
        `${name} has more than ${MAX_COLUMNS} different members; an array of reviews with equal members is expected`,
      );
    }
    return cells;
  });
  const header = [...columns.keys()];
  return {
    kind: 'JSON',
    header,
    rows: flat.map((cells, index) => ({
      place: `entry ${index + 1}`,
      cells: header.map((column) => cells.get(column) ?? ''),
    })),
    skipped: [],
    remarks: [],
  };
}

function entriesOf(name: string, text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line));
  const parsed = isLines
    ? lines.map((line, index) => parseJson(`${name}, line ${index + 1}`, line))
    : parseJson(name, text);
  const lists = isObject(parsed) ? Object.values(parsed).filter(Array.isArray) : [parsed];
  const [entries, ...others] = lists;
  if (!Array.isArray(entries) || entries.length === 0 || others.length > 0) {
    throw new ImportRefusal(
      `${name} is JSON but contains no array of reviews, such as [{"author": "…", "rating": 5, "date": "…"}]; export the reviews as one. An export of Google needs --from google-takeout or google-api`,
    );
  }
  return entries;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flatten(
  entry: Readonly<Record<string, unknown>>,
  prefix = '',
  depth = 1,
): Map<string, string> {
  return new Map(
    Object.entries(entry).flatMap(([key, value]) =>
      isObject(value) && depth < MAX_DEPTH
        ? [...flatten(value, `${prefix}${key}.`, depth + 1)]
        : [[`${prefix}${key}`, textOf(value)] as const],
    ),
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isList ? value.join(', ') : JSON.stringify(value);
}
