import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * A change to an export, such as another version of a tool might make. Columns are paths, such as
 * `reviews[].user.name` in JSON and `[].Name` in a table.
 */
export type Change =
  | { readonly kind: 'nothing' | 'permute' | 'rename all' }
  | { readonly kind: 'leave out' | 'rename' | 'blank' | 'duplicate'; readonly column: string }
  | { readonly kind: 'swap'; readonly column: string; readonly other: string };

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type Export = {
  /** The values of each column that are not empty. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly write: (change: Change) => string;
};

export function readExport(path: string, delimiter: string): Export {
  const bytes = readFileSync(path);
  const text = bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString();
  const isJson = path.endsWith('.json');
  const list: Json = isJson
    ? JSON.parse(text)
    : parse(text, { delimiter, bom: true, columns: true });
  const columns = new Map<string, string[]>();
  collect(list, '', columns);
  const write = (change: Change) => rewrite(list, '', change, [...columns.keys()]);
  return {
    columns,
    write: isJson
      ? (change) => JSON.stringify(write(change))
      : (change) => writeTable(write(change), delimiter),
  };
}

/** Returns the name that a column has after a change; undefined without one, or without values. */
export function nameAfter(change: Change, column: string, columns: readonly string[]) {
  const own = column.split('.').at(-1) ?? '';
  const nonsense = `Qzv ${columns.indexOf(column) + 1}`;
  if (change.kind === 'rename all') return nonsense;
  if (!('column' in change) || change.kind === 'duplicate') return own;
  if (change.kind === 'swap' && column === change.other) return change.column.split('.').at(-1);
  if (column !== change.column) return own;
  if (change.kind === 'swap') return change.other.split('.').at(-1);
  return change.kind === 'rename' ? nonsense : undefined;
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collect(value: Json, path: string, columns: Map<string, string[]>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, `${path}[]`, columns);
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) collect(one, join(path, name), columns);
  } else {
    const own = value === null || value === '' ? [] : [String(value)];
    columns.set(path, [...(columns.get(path) ?? []), ...own]);
  }
}

function rewrite(value: Json, path: string, change: Change, columns: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, `${path}[]`, change, columns));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    const column = join(path, name);
    const inner = rewrite(one, column, change, columns);
    // Only the last member of a path is the name of a column, and changes.
    if (!columns.includes(column)) return [[name, inner]];
    const after = nameAfter(change, column, columns);
    if (after === undefined) return change.kind === 'blank' ? [[name, '']] : [];
    const isTwice = change.kind === 'duplicate' && column === change.column;
    return [[after, inner], ...(isTwice ? [[`${after} 2`, inner] satisfies [string, Json]] : [])];
  });
  return Object.fromEntries(change.kind === 'permute' ? members.toReversed() : members);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function writeTable(list: Json, delimiter: string): string {
  const rows = Array.isArray(list) ? list.filter(isObject) : [];
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const quote = (cell: Json) => `"${String(cell).replaceAll('"', '""')}"`;
  return lines.map((cells) => `${cells.map(quote).join(delimiter)}\n`).join('');
}
