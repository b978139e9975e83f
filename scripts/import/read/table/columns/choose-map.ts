import { ImportRefusal } from '../../../import-refusal.ts';
import type { Table } from '../table.ts';
import {
  applyMap,
  fitsHeader,
  formatColumnMap,
  listColumns,
  type NamedColumns,
  readColumnMap,
  type TableMap,
} from './column-map.ts';
import { type Guess, guessColumns } from './guess-columns.ts';
import { findUndecided } from './undecided.ts';

/** A map of the program that is used if a file has its columns. */
const KNOWN_EXPORT = { map: 'trustpilot', name: 'Trustpilot' };

/**
 * Returns the map by which a table is read: from a path or a name, the one with its columns, or a
 * guess. Refuses if a person has to decide, and lists all open decisions at once.
 */
export function chooseMap(
  path: string | undefined,
  file: string,
  table: Table,
  print: (line: string) => void,
): TableMap {
  const { header, rows } = table;
  const known = path ?? recognize(header, print);
  const guess = guessColumns(header, rows);
  const texts = [guess.map.text ?? [], guess.unclear.get('text') ?? []].flat();
  if (known !== undefined) {
    const map = applyMap(known, readColumnMap(known), header);
    const isFile = /[./\\]/.test(known);
    const copy = `copy scripts/import/maps/${known}.yaml as map.yaml, add`;
    const faults = sayUndecided(file, table, map, texts, isFile ? `write into ${known}` : copy);
    if (faults.length > 0) throw new ImportRefusal(faults.join('\n'));
    return map;
  }
  const isEmpty = Object.keys(guess.map).length === 0;
  if (!isEmpty) {
    print('Columns as guessed from the header; to correct them, save these lines as map.yaml');
    print('and pass --map map.yaml:');
    for (const line of formatColumnMap(guess.map).split('\n')) print(`  ${line}`);
  }
  for (const [key, columns] of guess.unclear) {
    print(`  # ${key} may be ${columns.join(' or ')}: add the line for the right one`);
  }
  const start = isEmpty ? 'write a map.yaml with' : 'save the lines above as map.yaml, add';
  const { rating, date } = guess.map;
  const guessed = { columns: guess.map, aspects: [], skipWhere: new Map(), keepWhere: new Map() };
  const faults = [
    ...sayMissing(file, guess, start, header),
    ...sayUndecided(file, table, guessed, texts, start),
  ];
  if (faults.length > 0 || rating === undefined || date === undefined) {
    throw new ImportRefusal(faults.join('\n'));
  }
  return applyMap(file, { ...guess.map, rating, date }, header);
}

function recognize(header: readonly string[], print: (line: string) => void): string | undefined {
  const { map, name } = KNOWN_EXPORT;
  if (!fitsHeader(readColumnMap(map), header)) return undefined;
  print(`The columns are from ${name}, and are read by --map ${map}.`);
  return map;
}

/** Describes the missing essentials of a review, and the texts that would be lost. */
function sayMissing(
  file: string,
  { map, unclear }: Guess,
  start: string,
  header: readonly string[],
): string[] {
  const missing = (['rating', 'date', 'author', 'reply'] as const).filter((key) =>
    key === 'reply' ? unclear.has(key) : map[key] === undefined,
  );
  if (missing.length === 0) return [];
  const lines = missing.map((key) => {
    const columns = [...(unclear.get(key) ?? ['COLUMN']), ...(key === 'author' ? ['none'] : [])];
    return columns.map((column) => `"${key}: ${column}"`).join(' or ');
  });
  const none = missing.includes('author') ? ' (with "author: none" every review is Anonymous)' : '';
  return [
    `${file} has no column that is clearly the ${missing.join(' or the ')}; ${start} ${lines.join(', and ')}${none}, and pass --map map.yaml. ${listColumns(header)}`,
  ];
}

function sayUndecided(
  file: string,
  table: Table,
  map: NamedColumns,
  texts: readonly string[],
  start: string,
): string[] {
  const { faults, lines } = findUndecided(table, map, texts);
  if (faults.length === 0) return [];
  return [
    `${file} was not imported, because the map leaves columns open: ${faults.join(', ')}. To decide, ${start} these lines, replacing any with these names, and pass the map with --map:`,
    ...lines.map((line) => `  ${line}`),
    'skipWhere skips the rows with the values in its lists: move values that mean published into lists below keepWhere. If a column means something else, write "COLUMN: []" below skipWhere.',
  ];
}
