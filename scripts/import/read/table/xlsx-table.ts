import { ImportRefusal } from '../../import-refusal.ts';
import { cleanText } from '../clean-text.ts';
import type { InputFile } from '../input.ts';
import { readZip } from '../read-zip.ts';
import type { Table } from './table.ts';

type Cell = string | number | boolean | Date | null;

/**
 * Reads a sheet of an Excel workbook (ECMA-376): the first that is not hidden, or the named one.
 */
export async function readXlsxTable(file: InputFile, sheet: string | undefined): Promise<Table> {
  const { name } = file;
  // Unpacked here first: the sizes of all parts are true, and within the limits.
  if (!readZip(file, () => true).some((part) => part.name === 'xl/workbook.xml')) {
    throw new ImportRefusal(
      `${name} is a zip archive but not an Excel workbook; unpack it, or save the sheet as xlsx or CSV UTF-8`,
    );
  }
  const { sheets, rows } = await readRows(file, sheet);
  if (rows === undefined) {
    throw new ImportRefusal(
      `${name} has no sheet ${JSON.stringify(sheet ?? '')}; its sheets are ${sheets.join(', ')}`,
    );
  }
  const filled = rows
    .map((cells, index) => ({ place: `row ${index + 1}`, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first, ...others] = filled;
  const header = (first?.cells ?? []).map((cell) => cleanText(cell).text);
  const width = header.findLastIndex((cell) => cell !== '') + 1;
  if (width < 2 || others.length === 0) {
    throw new ImportRefusal(
      `${name} has no table of at least two columns and one row of reviews in that sheet; its first row must name the columns. Its sheets are ${sheets.join(', ')}; choose one with --sheet`,
    );
  }
  const chosen = sheet ?? sheets[0];
  return {
    kind: 'Excel',
    header: header.slice(0, width),
    rows: others.map(({ place, cells }) => ({
      place,
      cells: Array.from({ length: width }, (_, index) => cells[index] ?? ''),
    })),
    skipped: [],
    remarks:
      sheets.length < 2
        ? []
        : [
            `The workbook has ${sheets.length} sheets (${sheets.join(', ')}), and "${chosen}" was read; --sheet NAME reads another.`,
          ],
  };
}

/** Returns the names of the sheets that are not hidden, and the rows of the requested one. */
async function readRows(
  { name, bytes }: InputFile,
  wanted: string | undefined,
): Promise<{ readonly sheets: readonly string[]; readonly rows: Cell[][] | undefined }> {
  // Half a megabyte of code, which no other file needs.
  const { readXlsx } = await import('hucre/xlsx');
  const sheets: string[] = [];
  try {
    const workbook = await readXlsx(bytes, {
      sheets: (sheet) => {
        if (sheet.hidden || sheet.veryHidden) return sheet.name === wanted;
        sheets.push(sheet.name);
        return wanted === undefined ? sheets.length === 1 : sheet.name === wanted;
      },
    });
    return { sheets, rows: workbook.sheets[0]?.rows };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal(
      `${name} cannot be read as an Excel workbook (${reason}); save the sheet as CSV UTF-8 and import that`,
      { cause: error },
    );
  }
}

/** Dates as such, whatever the cell shows; numbers as they are, without their format. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const written = cell.toISOString().slice(0, 19).replace('T', ' ');
  return written.replace(/ 00:00:00$/, '');
}
