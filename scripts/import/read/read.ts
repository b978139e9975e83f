/**
 * Reads an export: input.ts opens files, folders and zip archives (read-zip.ts); google-export.ts and
 * google-takeout.ts know Google's forms, csv.ts maps the columns (columns.ts) of a table
 * (csv-table.ts) with its dates (dates.ts). Texts are cleaned on the way (clean-text.ts), and each
 * change is noted with the review (incoming-review.ts). An entry that is unclear is skipped with a
 * reason; a file that is unclear as a whole is refused.
 */
import type { DayOf } from '#dataset/zoned-day.ts';
import type { Options } from '../options.ts';
import { amount } from '../report.ts';
import { cleanLine } from './clean-text.ts';
import {
  type ColumnMap,
  formatColumnMap,
  guessColumns,
  isEmailColumn,
  readColumnMap,
} from './columns.ts';
import { mapTable } from './csv.ts';
import { readTable, type Table } from './csv-table.ts';
import { isJsonFile, isTakeoutFile, readGoogleExport } from './google-export.ts';
import type { ReviewExport } from './incoming-review.ts';
import { type InputFile, readInput, readInputFile } from './input.ts';

export function readFiles({ from, path }: Options): InputFile[] {
  if (from === 'csv') return [readInputFile(path)];
  return readInput(path, from === 'google-api' ? isJsonFile : isTakeoutFile);
}

/** Reads the files as the export they are said to be; prints what a person should know before. */
export function readExport(
  options: Options,
  files: readonly InputFile[],
  dayOf: DayOf,
  print: (line: string) => void,
): ReviewExport {
  const [file] = files;
  if (options.from !== 'csv' || file === undefined) {
    const input = readGoogleExport(files, dayOf);
    print(
      `Google, ${options.path}: ${amount(input.reviews.length + input.skipped.length, 'review')}`,
    );
    return input;
  }
  const table = readTable(file);
  print(`CSV, ${options.path}: ${amount(table.rows.length + table.skipped.length, 'row')}`);
  const emails = table.header.filter(isEmailColumn);
  if (emails.length > 0) {
    print(`Dropped, for e-mail addresses are never imported: ${emails.join(', ')}`);
  }
  const source = options.source && cleanLine(options.source, 60).text;
  return mapTable(table, chooseMap(options, file, table, print), source || undefined, dayOf);
}

function chooseMap(
  { map }: Options,
  file: InputFile,
  { header }: Table,
  print: (line: string) => void,
): ColumnMap {
  if (map !== undefined) return readColumnMap(readInputFile(map, map), header);
  const guess = guessColumns(file.name, header);
  print('Columns as guessed from the header; to correct them, save these lines as map.yaml');
  print('and pass --map map.yaml:');
  for (const line of formatColumnMap(guess).split('\n')) print(`  ${line}`);
  return guess;
}
