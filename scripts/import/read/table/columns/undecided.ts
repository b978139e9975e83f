import { stringify } from 'yaml';
import type { Table } from '../table.ts';
import { isEmailColumn, listUsed, type NamedColumns } from './column-map.ts';
import { guessColumns } from './guess-columns.ts';
import { readStates } from './states.ts';

/** A text begins with as many words, or has them soon. Names, places and states are shorter. */
const TEXT_WORDS = 5;
const TEXT_START = 200;
/** As many cells show what a column holds. */
const SAMPLE = 500;
/** More of the values of a column say no more. */
const SHOWN = 10;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Finds what a person has to decide before a table is imported, and the lines of a map that do:
 * columns of states, by which rejected or unverified reviews would come in as the others do, and
 * texts that nothing reads while no review has one.
 */
export function findUndecided(table: Table, map: NamedColumns) {
  const used = listUsed(map);
  const columns = table.header
    .map((name, place) => ({ name, cells: table.rows.map(({ cells }) => cells[place] ?? '') }))
    .filter(({ name }) => !used.has(name) && !isEmailColumn(name) && name !== '');
  const states = columns
    .flatMap(({ name, cells }) => readStates(name, cells) ?? [])
    .filter(({ values, closed }) => values.length > 1 || closed.length > 0);
  const hidden = states.filter(({ isVerification }) => !isVerification);
  const verified = states
    .filter(({ isVerification }) => isVerification && map.columns.verified === undefined)
    .slice(0, 1);
  const texts = findTexts(table, columns, map.columns.text);
  const skipWhere = Object.fromEntries([
    ...map.skipWhere.map(({ column, values }) => [column, values]),
    ...hidden.map(({ column, closed }) => [column, closed]),
  ]);
  return {
    faults: [
      ...hidden.map(({ column, values }) => `"${column}" says what is public (${show(values)})`),
      ...verified.map(
        ({ column, values }) => `"${column}" says what is verified (${show(values)})`,
      ),
      ...texts.map((name) => `"${name}" holds texts while no review has one`),
    ],
    lines: [
      ...texts.map((name, index) => `${index > 0 ? '# or ' : ''}${lineOf('text', name)}`),
      ...verified.map(({ column }) => lineOf('verified', column)),
      ...(hidden.length > 0 ? [lineOf('skipWhere', skipWhere)] : []),
    ],
  };
}

function show(values: readonly string[]): string {
  const shown = values.slice(0, SHOWN).map((value) => value || '""');
  return [...shown, ...(values.length > SHOWN ? ['...'] : [])].join(', ');
}

function lineOf(key: string, value: unknown): string {
  return `${key}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd()}`;
}

type Column = { readonly name: string; readonly cells: readonly string[] };

/** Where no row has a text, the columns that are texts by their names, or by their cells. */
function findTexts(
  { header, rows }: Table,
  columns: readonly Column[],
  text: string | undefined,
): string[] {
  const place = text === undefined ? -1 : header.indexOf(text);
  if (rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')) return [];
  const { map, unclear } = guessColumns(header, rows);
  const named = [map.text, ...(unclear.get('text') ?? [])];
  const found = columns.filter(({ name, cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '').slice(0, SAMPLE);
    const texts = new Set(filled.filter(isText));
    const isOfTexts = texts.size * 4 >= filled.length && (texts.size > 1 || filled.length === 1);
    return filled.length > 0 && (named.includes(name) || isOfTexts);
  });
  return found.map(({ name }) => name);
}

/** Not a list or an address. */
function isText(cell: string): boolean {
  if (/^\s*(?:[[{]|\S+:\/\/\S+\s*$)/.test(cell)) return false;
  const words = segmenter.segment(cell.slice(0, TEXT_START));
  return [...words].filter(({ segment }) => /\p{L}/u.test(segment)).length >= TEXT_WORDS;
}
