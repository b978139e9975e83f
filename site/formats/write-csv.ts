import type { Cell, TableColumn } from './table-column.ts';

/** The parts of a table's columns that its rows need. */
type CsvColumns<Row> = readonly Pick<TableColumn<Row>, 'name' | 'read'>[];

const NEEDS_QUOTES = /[",\r\n]/;
const STARTS_FORMULA = /^[=+\-@＝＋－＠\t\r']/;
const SEPARATES_ITEMS = /[\\;]/g;

/**
 * Renders rows as CSV (RFC 4180): a header, lines that end with CRLF, quotes doubled; UTF-8 without
 * a byte order mark. A spreadsheet would run a cell that begins with = + - @, including their
 * full-width forms, a tab or CR as a formula: it gets a leading apostrophe, and so does a cell that
 * begins with one, so that removing one apostrophe restores every cell.
 */
export function renderCsv<Row>(columns: CsvColumns<Row>, rows: Iterable<Row>): Uint8Array {
  return Buffer.concat([...csvLines(columns, rows)]);
}

/** Renders the lines of rows without the header, to continue a table. */
export function renderRows<Row>(columns: CsvColumns<Row>, rows: Iterable<Row>): Uint8Array {
  return Buffer.concat([...csvLines(columns, rows).drop(1)]);
}

/** Yields the lines of `renderCsv`, each on demand. */
export function* csvLines<Row>(columns: CsvColumns<Row>, rows: Iterable<Row>) {
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
