/**
 * Reads an export into tables (table.ts), whatever type it is: input.ts finds the files of a folder
 * or an archive (unpack-archive.ts), decode-input.ts decodes texts, csv-table.ts and json-tables.ts
 * parse them; grid.ts finds the header of CSV files and sheets. mojibake.ts mends texts that another
 * program damaged, and choose-table.ts finds the reviews.
 */
import { dirname } from 'node:path';
import { ImportRefusal } from '../import-refusal.ts';
import type { Options } from '../options.ts';
import { readCsvTable } from './csv-table.ts';
import { decodeInput } from './decode-input.ts';
import { makeTable } from './grid.ts';
import type { InputFile } from './input.ts';
import { type JsonDocument, parseJson, readJsonTables } from './json-tables.ts';
import { mendMojibake } from './mojibake.ts';
import type { Table } from './table.ts';
import { isZip, unpack } from './unpack-archive.ts';

/** Returns every table of the files. */
export async function readTables(
  files: readonly InputFile[],
  encoding?: Options['encoding'],
): Promise<Table[]> {
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
    throw new ImportRefusal(
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
