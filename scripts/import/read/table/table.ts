/**
 * Reads a table of reviews from any type of file: csv-table.ts, json-table.ts and xlsx-table.ts
 * each turn one into a Table. columns/ identifies the columns: choose-map.ts chooses a map
 * (column-map.ts) that a person wrote, one of ../../maps, or a guess from header and cells
 * (guess-columns.ts), and undecided.ts finds the questions that no map may leave open. map-table.ts
 * settles properties of the whole table, such as its scale of ratings (ratings.ts), the order of
 * days and months (dates.ts) and HTML in its texts (html-text.ts), and map-row.ts makes a review of
 * each row.
 */
import type { Skipped } from '../incoming-review.ts';
import { decodeInput, type InputFile, isZip } from '../input.ts';
import { readCsvTable } from './csv-table.ts';
import { readJsonTable } from './json-table.ts';
import { readXlsxTable } from './xlsx-table.ts';

/** A table: its header, and the rows that have a cell for each column. */
export type Table = {
  /** Its source, for the report. */
  readonly kind: string;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  readonly remarks: readonly string[];
};

/** `place` is the place of the row in its file, such as "line 14". */
export type Row = { readonly place: string; readonly cells: readonly string[] };

/** Reads the table of a file, whose bytes show that it is CSV, JSON or a workbook. */
export async function readTable(file: InputFile, sheet: string | undefined): Promise<Table> {
  if (isZip(file)) return await readXlsxTable(file, sheet);
  const text = decodeInput(file);
  return /^\s*[[{]/.test(text) ? readJsonTable(file.name, text) : readCsvTable(file.name, text);
}
