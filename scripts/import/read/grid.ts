import { CommandError } from '../../command.ts';
import { cleanLine } from '../rows/clean-text.ts';
import type { Row, Table } from './table.ts';

/** Numbers, and dates and times of numbers. */
const NUMBER = /^\P{L}*\d\P{L}*$/u;

const DATE = /^"?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;

/**
 * Makes a table of the lines of a CSV file or a sheet: finds the line that names the columns, below
 * any titles. Returns none if no line above others names two columns.
 */
export function makeTable(name: string, kind: 'CSV' | 'Excel', lines: readonly Row[]): Table[] {
  const filled = lines.filter(({ cells }) => filledCells(cells).length > 0);
  const start = findHeader(filled);
  const [{ place, cells: head } = { place: '', cells: [] }, ...body] = filled.slice(start);
  if (filledCells(head).length < 2 || body.length === 0) return [];
  const judged = body.map((row) => ({ ...row, reason: findReason(row, head) }));
  const rows = judged.filter(({ reason }) => reason === '');
  const skipped = judged.filter(({ reason }) => reason !== '');
  const remarks =
    start > 0 ? [`The columns are named in ${place}; what is above it was not read.`] : [];
  return [
    { name, kind, header: nameColumns(name, head), rows, skipped, remarks, facts: new Map() },
  ];
}

function findReason({ cells }: Row, head: readonly string[]): string {
  if (cells.length < head.length || filledCells(cells.slice(head.length)).length > 0) {
    return `has ${cells.length} cells, but the header has ${head.length}`;
  }
  const isRow = (line: string) => {
    const parts = line.split(/[,;\t|]/);
    return parts.length >= head.length && parts.some((part) => DATE.test(part));
  };
  if (cells.some((cell) => cell.includes('\n') && cell.split('\n').some(isRow))) {
    return 'has other rows in one of its cells, because a quote (") is missing; correct the file and import it again';
  }
  return '';
}

/** Returns the place of the line that names the columns: about as wide as any, without numbers. */
function findHeader(lines: readonly Row[]): number {
  // Lines above the header, such as a title, are never more.
  const first = lines.slice(0, 20).map(({ cells }) => filledCells(cells));
  const width = Math.max(...first.map(({ length }) => length));
  const place = first.findIndex(
    (cells) => cells.length * 2 > width && !cells.some((cell) => NUMBER.test(cell)),
  );
  return Math.max(0, place);
}

function filledCells(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

/** Exports of reviews have fewer columns; more come from keys that are values, such as ids. */
const MAX_COLUMNS = 1000;

/** Returns a name for each column of a table that no other has. */
export function nameColumns(table: string, cells: readonly string[]): string[] {
  if (cells.length > MAX_COLUMNS) {
    throw new CommandError(
      `${table} has ${cells.length} columns, more than any export of reviews; pass the file with the reviews`,
    );
  }
  const header = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cleanLine(cell) || `Column ${index + 1}`;
    let unique = name;
    for (let count = 2; header.has(unique); count++) unique = `${name} (${count})`;
    header.add(unique);
  }
  return [...header];
}
