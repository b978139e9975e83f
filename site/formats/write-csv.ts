import type { Cell, TableColumns } from './table-column.ts';

const NEEDS_QUOTES = /[",\r\n]/;
const STARTS_FORMULA = /^[=+\-@＝＋－＠\t\r']/;
const SEPARATES_ITEMS = /[\\;]/g;

/**
 * Rows as CSV (RFC 4180): a header, lines that end with CRLF, quotes doubled; UTF-8 without a byte order
 * mark. A spreadsheet would run a cell that begins with = + - @, also in full width, a tab or CR as a
 * formula: it begins with an apostrophe instead, and so does one that begins with an apostrophe, so that
 * a reader who takes one off has what every cell was.
 */
export function renderCsv<Row>(columns: TableColumns<Row>, rows: Iterable<Row>): Uint8Array {
  return Buffer.concat([...csvLines(columns, rows)]);
}

/** The lines of rows without the header, to go on with a table. */
export function renderRows<Row>(columns: TableColumns<Row>, rows: Iterable<Row>): Uint8Array {
  return Buffer.concat([...csvLines(columns, rows).drop(1)]);
}

/** The lines that `renderCsv` renders, each when it is asked for. */
export function* csvLines<Row>(columns: TableColumns<Row>, rows: Iterable<Row>) {
  yield lineOf(columns.map(({ name }) => name));
  for (const row of rows) yield lineOf(columns.map(({ read }) => read(row)));
}

function lineOf(cells: readonly Cell[]): Uint8Array {
  return Buffer.from(`${cells.map(cellOf).join(',')}\r\n`);
}

const escapeItem = (item: string) => item.replaceAll(SEPARATES_ITEMS, '\\$&');

function cellOf(value: Cell): string {
  if (value === undefined) return '';
  const plain = typeof value === 'object' ? value.map(escapeItem).join(';') : String(value);
  const text = STARTS_FORMULA.test(plain) ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
