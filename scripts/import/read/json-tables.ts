import { CommandError } from '../../command.ts';
import { nameColumns } from './grid.ts';
import type { Table } from './table.ts';

/** Of a list in an entry, such as answers to a review, these many become columns. */
const MOST_INNER = 3;

type Entry = Readonly<Record<string, unknown>>;

/** The contents of a file. */
export type JsonDocument = { readonly file: string; readonly root: unknown };

/** The objects in a list: its path in the file, and the object that it is a member of. */
type JsonList = {
  readonly path: string;
  readonly file: string;
  readonly entries: readonly Entry[];
  readonly parent: Entry;
};

/** Returns every list in a value that contains an object, at any depth. */
function* findLists(
  file: string,
  value: unknown,
  path = '',
  parent: Entry = {},
): Generator<JsonList> {
  if (Array.isArray(value)) {
    const entries = value.filter(isEntry);
    if (entries.length > 0) yield { path, file, entries, parent };
    for (const one of value) yield* findLists(file, one, `${path}[]`, parent);
  } else if (isEntry(value)) {
    // Reviewers get their own reviews, of many places, as GeoJSON (RFC 7946).
    if (value.type === 'FeatureCollection') return;
    for (const [key, member] of Object.entries(value)) {
      yield* findLists(file, member, path === '' ? key : `${path}.${key}`, value);
    }
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON, or a JSON object on each line (NDJSON), which are a list. */
export function parseJson(name: string, text: string): unknown {
  const separate = /\}[ \t\r]*\n\s*(?=\{)/g;
  const whole = separate.test(text) ? `[${text.replace(separate, '},\n')}]` : text;
  try {
    return JSON.parse(whole, keepDigits);
  } catch (cause) {
    throw new CommandError(`${name} is incomplete or not valid JSON; download it again`, {
      cause,
    });
  }
}

/** A number with more digits than a number can have is an id, which would turn into another one. */
function keepDigits(_key: string, value: unknown, context?: { readonly source: string }): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;
}

/**
 * Returns a table for each path at which there are lists of objects; the lists of several files are
 * one, such as the pages of an API. The members of an inner object are columns of their own, such
 * as `reviewer.name`, and so are those of the first objects in an inner list: `thread[0].comment`.
 */
export function readJsonTables(documents: readonly JsonDocument[]): Table[] {
  const found = documents.flatMap(({ file, root }) => [...findLists(file, root)]);
  const lists = Map.groupBy(found, ({ path }) => path);
  return [...lists].map(([path, pages]) => tableOf(path, pages));
}

function tableOf(path: string, pages: readonly JsonList[]): Table {
  const name = path || shortName(pages[0]?.file ?? '');
  const shortened = new Set<string>();
  const rows = [...Map.groupBy(pages, ({ file }) => shortName(file))].flatMap(([file, lists]) =>
    lists
      .flatMap(({ entries }) => entries)
      .map((entry, index) => ({
        place: `${file}, review ${index + 1}`,
        values: new Map(flatten(entry, '', shortened)),
      })),
  );
  const columns = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  return {
    name,
    kind: 'JSON',
    header: nameColumns(name, columns),
    rows: rows.map(({ place, values }) => ({
      place,
      cells: columns.map((column) => values.get(column) ?? ''),
    })),
    skipped: [],
    remarks: [...shortened].map(
      (list) => `Of the list "${list}", only the first ${MOST_INNER} entries are read.`,
    ),
    facts: factsBeside(pages),
  };
}

/** Returns the file and its folder, which differ between locations and still fit on a line. */
function shortName(file: string): string {
  return file.split('/').slice(-2).join('/');
}

/** Returns the columns of an entry with their values; `shortened` receives lists that are longer. */
function* flatten(
  entry: Entry,
  prefix: string,
  shortened: Set<string>,
): Generator<readonly [column: string, text: string]> {
  for (const [key, value] of Object.entries(entry)) {
    const name = `${prefix}${key}`;
    if (isEntry(value)) yield* flatten(value, `${name}.`, shortened);
    else if (Array.isArray(value)) {
      const all: unknown[] = value.flat(Number.POSITIVE_INFINITY);
      const objects = all.filter(isEntry);
      const plain = all.filter((one) => one !== null && !isEntry(one));
      if (plain.length > 0) yield [name, plain.join(', ')];
      if (objects.length > MOST_INNER) shortened.add(name);
      for (const [index, object] of objects.slice(0, MOST_INNER).entries()) {
        yield* flatten(object, `${name}[${index}].`, shortened);
      }
    } else yield [name, String(value ?? '')];
  }
}

/**
 * Returns the plain values beside the lists, such as `total` and `paging.next`, that are equal for
 * all: others are of a page.
 */
function factsBeside(pages: readonly JsonList[]): ReadonlyMap<string, string> {
  const [first = new Map(), ...others] = pages.map(
    ({ parent }) => new Map(flatten(parent, '', new Set())),
  );
  return new Map(
    [...first].filter(
      ([name, value]) => !name.includes('[') && others.every((one) => one.get(name) === value),
    ),
  );
}
