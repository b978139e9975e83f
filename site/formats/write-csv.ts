import type { Cell, TableColumn } from './table-column.ts';

/** Text is handed on in pieces of about this many characters. */
const PIECE_LENGTH = 256 * 1024;

const NEEDS_QUOTES = /[",\r\n]/;
const STARTS_FORMULA = /^[=+\-@＝＋－＠\t\r']/;
const SEPARATES_ITEMS = /[\\;]/g;

/**
 * Rows as CSV (RFC 4180): a header, lines that end with CRLF, quotes doubled; UTF-8 without a byte order
 * mark. A spreadsheet would run a cell that begins with = + - @, also in full width, a tab or CR as a
 * formula: it begins with an apostrophe instead, and so does one that begins with an apostrophe, so that
 * `cellText` gives back what every cell was.
 */
export function renderCsv<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
): Uint8Array {
  const header = Buffer.from(lineOf(columns.map(({ name }) => name)));
  return Buffer.concat([header, renderRows(columns, rows)]);
}

/** The lines of rows without the header, to go on with a table. */
export function renderRows<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
): Uint8Array {
  const lines = Array.from(rows, (row) => lineOf(columns.map(({ read }) => read(row))));
  return Buffer.from(lines.join(''));
}

/** Writes what `renderCsv` renders, piece by piece. */
export function writeCsv<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  write: (piece: Uint8Array) => void,
): void {
  let text = lineOf(columns.map(({ name }) => name));
  for (const row of rows) {
    text += lineOf(columns.map(({ read }) => read(row)));
    if (text.length < PIECE_LENGTH) continue;
    write(Buffer.from(text));
    text = '';
  }
  if (text !== '') write(Buffer.from(text));
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: Cell): string {
  if (value === undefined) return '';
  const plain = typeof value === 'string' ? value : plainOf(value);
  const text = STARTS_FORMULA.test(plain) ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A list with a semicolon between two items; within an item a backslash stands before \ and ;. */
function plainOf(value: number | readonly string[]): string {
  if (typeof value === 'number') return String(value);
  return value.map((item) => item.replaceAll(SEPARATES_ITEMS, '\\$&')).join(';');
}

/** What a cell was before it was kept from being a formula: one apostrophe at its start is taken off. */
export function cellText(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** The items of a list, of the text of its cell. No item is empty. */
export function itemsOf(text: string): string[] {
  const items = text.match(/(?:\\[\\;]|[^\\;])+/g) ?? [];
  return items.map((item) => item.replaceAll(/\\([\\;])/g, '$1'));
}
