import { stringify } from 'yaml';
import type { Row, Table } from '../table.ts';
import { bare, isEmailColumn, listUsed, type NamedColumns } from './column-map.ts';
import { readStates } from './states.ts';

/** A text has at least this many words, or soon will. Names, places and states are shorter. */
const TEXT_WORDS = 5;
const TEXT_START = 200;
/** This many cells show the contents of a column. */
const SAMPLE = 500;
/** More values of a column add nothing. */
const SHOWN = 10;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Finds the decisions that a person has to make before a table is imported, with the lines of a map
 * that make them: columns of states, which would let rejected or unverified reviews in, values of
 * them that a map does not list, and unread texts while no review has one. `named` are the columns
 * that are texts by their names.
 */
export function findUndecided(table: Table, map: NamedColumns, named: readonly string[]) {
  const { header, rows } = table;
  const read = listUsed({ ...map, skipWhere: new Map(), keepWhere: new Map() });
  const columns = header
    .map((name, place) => ({ name, cells: rows.map(({ cells }) => cells[place] ?? '') }))
    .filter(({ name }) => !read.has(name) && !isEmailColumn(name) && name !== '');
  const isListed = (name: string) => map.skipWhere.has(name) || map.keepWhere.has(name);
  const states = columns.flatMap(({ name, cells }) => {
    const listed = [map.skipWhere, map.keepWhere].flatMap((lists) => lists.get(name) ?? []);
    // An empty list states that the column means nothing.
    const isNothing = isListed(name) && listed.length === 0;
    const state = isNothing ? undefined : readStates(name, cells);
    if (!state) return [];
    const open = state.closed.filter((value) => !listed.includes(bare(value)));
    const isOpen = open.length > 0 || (!isListed(name) && state.values.length > 1);
    return isOpen ? [{ ...state, open }] : [];
  });
  const hidden = states.filter(({ isVerification }) => !isVerification);
  const verified = states
    .filter(({ isVerification }) => isVerification && map.columns.verified === undefined)
    .slice(0, 1);
  const unread = columns.filter(({ name }) => !isListed(name));
  const texts = findTexts(table, unread, named, map.columns.text);
  const skipWhere = new Map(map.skipWhere);
  const keepWhere = new Map(map.keepWhere);
  for (const { column, open, values } of hidden) {
    if (open.length === 0) keepWhere.set(column, values);
    else skipWhere.set(column, [...(skipWhere.get(column) ?? []), ...open]);
  }
  const isSkipped = ({ cells }: Row) =>
    [...skipWhere].some(([column, values]) =>
      values.map(bare).includes(bare(cells[header.indexOf(column)] ?? '')),
    );
  const mark = rows.every(isSkipped) ? '# would skip all rows: ' : '';
  return {
    faults: [
      ...hidden.map(
        ({ column, values }) => `"${column}" shows which reviews are public (${show(values)})`,
      ),
      ...verified.map(
        ({ column, values }) => `"${column}" shows which reviews are verified (${show(values)})`,
      ),
      ...texts.map((name) => `"${name}" contains texts while no review has one`),
    ],
    lines: [
      ...texts.map((name, index) => `${index > 0 ? '# or ' : ''}${lineOf('text', name)}`),
      ...verified.map(({ column }) => lineOf('verified', column)),
      ...(hidden.some(({ open }) => open.length > 0)
        ? [`${mark}${lineOf('skipWhere', skipWhere)}`]
        : []),
      ...(hidden.some(({ open }) => open.length === 0) ? [lineOf('keepWhere', keepWhere)] : []),
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

/** If no row has a text, returns the columns that are texts by their names, or by their cells. */
function findTexts(
  { header, rows }: Table,
  columns: readonly Column[],
  named: readonly string[],
  text: string | undefined,
): string[] {
  const place = text === undefined ? -1 : header.indexOf(text);
  if (rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')) return [];
  const found = columns.filter(({ name, cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '').slice(0, SAMPLE);
    const texts = new Set(filled.filter(isText));
    const isOfTexts = texts.size * 4 >= filled.length && (texts.size > 1 || filled.length === 1);
    return filled.length > 0 && (named.includes(name) || isOfTexts);
  });
  return found.map(({ name }) => name);
}

/** True for a text: not a list or an address. */
function isText(cell: string): boolean {
  if (/^\s*(?:[[{]|\S+:\/\/\S+\s*$)/.test(cell)) return false;
  const words = segmenter.segment(cell.slice(0, TEXT_START));
  return [...words].filter(({ segment }) => /\p{L}/u.test(segment)).length >= TEXT_WORDS;
}
