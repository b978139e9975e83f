/**
 * Reads an export into tables (table.ts), whatever type it is: input.ts finds the files of a folder
 * or an archive (unpack-archive.ts), decode-input.ts decodes texts, csv-table.ts and json-tables.ts
 * parse them; grid.ts finds the header of CSV files and sheets. Texts that another program damaged
 * are mended (here), and choose-table.ts finds the reviews.
 */
import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { CommandError } from '../../command.ts';
import { clip } from '../phrases.ts';
import { readCsvTable } from './csv-table.ts';
import { decodeInput } from './decode-input.ts';
import { makeTable } from './grid.ts';
import type { InputFile } from './input.ts';
import { type JsonDocument, parseJson, readJsonTables } from './json-tables.ts';
import type { Table } from './table.ts';
import { isZip, unpack } from './unpack-archive.ts';

/** Returns every table of the files. */
export async function readTables(files: readonly InputFile[], encoding?: string): Promise<Table[]> {
  const tables: Table[] = [];
  const documents: JsonDocument[] = [];
  for (const file of files) {
    const text = isZip(file) ? undefined : decodeInput(file, encoding);
    if (text === undefined) tables.push(...(await readXlsxTables(file)));
    else if (/^\s*[[{]/.test(text)) {
      documents.push({ file: file.name, root: parseJson(file.name, text) });
    } else tables.push(...readCsvTable(file.name, text));
  }
  tables.push(...readJsonTables(documents));
  const folders = new Set(files.map(({ name }) => dirname(name).split('/').at(-1)));
  const remark = `The export has ${folders.size} folders (${[...folders].join(', ')}), and all are imported as one business; to import a single location, pass its folder.`;
  return tables.map(mendMojibake).map((table) => {
    return folders.size > 1 ? { ...table, remarks: [...table.remarks, remark] } : table;
  });
}

/** Reads the sheets of an Excel workbook (ECMA-376) that are not hidden. */
async function readXlsxTables(file: InputFile): Promise<Table[]> {
  // The sizes of all parts are true, and within the limits.
  await unpack(file, () => true);
  // Half a megabyte of code, which no other file needs.
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(file.bytes, {
    sheets: ({ hidden, veryHidden }) => !(hidden || veryHidden),
  }).catch((cause) => {
    throw new CommandError(
      `${file.name} cannot be read as an Excel workbook; open it in Excel, save the sheet as CSV UTF-8 and import that`,
      { cause },
    );
  });
  return sheets.flatMap(({ name, rows }) => {
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const lines = rows.map((cells, index) => ({
      place: `row ${index + 1}`,
      cells: Array.from({ length: width }, (_, column) => textOf(cells[column])),
    }));
    return makeTable(name, 'Excel', lines);
  });
}

/** Dates as such, whatever the cell shows; numbers as they are, without their format. */
function textOf(cell: string | number | boolean | Date | null | undefined): string {
  if (!(cell instanceof Date)) return String(cell ?? '');
  if (Number.isNaN(cell.getTime())) return '';
  const written = cell.toISOString().slice(0, 19).replace('T', ' ');
  return written.replace(/ 00:00:00$/, '');
}

// The characters of Windows-1252 for the bytes 80 to 9F; five of them are control characters.
const SPECIAL = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTES = new Map(Array.from(SPECIAL, (character, index) => [character, 0x80 + index]));
const RUN = new RegExp(`[${SPECIAL}\xa0-\xff]{2,}`, 'g');

/** Latin letters, punctuation and symbols, and emoji. */
const COMMON = /^[\u00a0-\u024f\u2000-\u2bff\u{1f000}-\u{1ffff}]$/u;

/**
 * Returns the table with the texts that were there before another program read UTF-8 as
 * Windows-1252. A remark names one of the texts.
 */
function mendMojibake(table: Table): Table {
  let sample = '';
  const read = (cells: readonly string[]) =>
    cells.map((cell) => {
      const mended = cell.replace(RUN, mend);
      if (mended !== cell) sample ||= cell;
      return mended;
    });
  const header = read(table.header);
  const rows = table.rows.map((row) => ({ ...row, cells: read(row.cells), written: row.cells }));
  if (sample === '') return table;
  const remark = `Another program damaged letters of the export. They were mended, such as ${JSON.stringify(clip(sample, 60))}.`;
  return { ...table, header, rows, remarks: [...table.remarks, remark] };
}

/** Returns characters as UTF-8 has them, if they are UTF-8. */
function mend(run: string): string {
  const bytes = Uint8Array.from(run, (one) => BYTES.get(one) ?? one.charCodeAt(0));
  const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : run;
  // A single letter of another script may be there by chance, as in "voilà »" with a hard space.
  return COMMON.test(text) || [...text].length > 1 ? text : run;
}
