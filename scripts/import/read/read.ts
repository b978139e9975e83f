/**
 * Reads an export: input.ts opens files, folders and zip archives (read-zip.ts); google-export.ts and
 * google-takeout.ts know Google's forms, table/ reads all that has columns. Texts are cleaned on the way
 * (clean-text.ts), and each change is noted with the review (incoming-review.ts). An entry that is
 * unclear is skipped with a reason; a file that is unclear as a whole is refused.
 */
import { didYouMean } from '#dataset/check/nearest-name.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import type { World } from '../../command.ts';
import { ImportRefusal } from '../import-refusal.ts';
import type { Options } from '../options.ts';
import { amount } from '../report.ts';
import type { StoredContent } from '../stored-content.ts';
import { cleanLine } from './clean-text.ts';
import { isJsonFile, isTakeoutFile, readGoogleExport } from './google-export.ts';
import type { ReviewExport } from './incoming-review.ts';
import { type InputFile, readInput, readInputFile } from './input.ts';
import {
  applyMap,
  type ColumnMap,
  fitsHeader,
  formatColumnMap,
  isEmailColumn,
  listColumns,
  readColumnMap,
  type TableMap,
} from './table/column-map.ts';
import { DAY_ORDERS, type DayOrder, findDayOrder } from './table/dates.ts';
import { guessColumns } from './table/guess-columns.ts';
import { datesOf, mapTable } from './table/map-table.ts';
import { readTable, type Table } from './table/table.ts';

/** A map of the program that is used where a file has its columns. */
const KNOWN_EXPORT = { map: 'trustpilot', name: 'Trustpilot' };

/** What reading needs beside the files. */
export type Reading = Pick<World, 'print' | 'ask'> & {
  readonly dayOf: DayOf;
  readonly stored: Pick<StoredContent, 'technicians' | 'aspectIds'>;
};

export function readFiles({ from, path, encoding }: Options): InputFile[] {
  if (from === 'google-api') return readInput(path, isJsonFile);
  if (from === 'google-takeout') return readInput(path, isTakeoutFile);
  return [{ ...readInputFile(path), encoding }];
}

/** Reads the files as the export they are said to be; prints what a person should know before. */
export async function readExport(
  options: Options,
  files: readonly InputFile[],
  reading: Reading,
): Promise<ReviewExport> {
  const { dayOf, print } = reading;
  const [file] = files;
  if (options.from === 'google-takeout' || options.from === 'google-api' || file === undefined) {
    const input = readGoogleExport(files, dayOf);
    print(
      `Google, ${options.path}: ${amount(input.reviews.length + input.skipped.length, 'review')}`,
    );
    return input;
  }
  const table = await readTable(file, options.sheet);
  const { kind, header, rows, skipped } = table;
  print(`${kind}, ${options.path}: ${amount(rows.length + skipped.length, 'row')}`);
  const emails = header.filter(isEmailColumn);
  if (emails.length > 0) {
    print(`Dropped, for e-mail addresses are never imported: ${emails.join(', ')}`);
  }
  const map = chooseMap(options, file, table, print);
  const unused = listUnused(header, map);
  if (unused.length > 0) print(`Columns that are not used: ${unused.join(', ')}`);
  refuseUnknownAspects(map, reading.stored.aspectIds);
  const source = options.source && cleanLine(options.source, 60).text;
  return mapTable(table, map, {
    source: source || undefined,
    dayOf,
    order: await findOrder(file, datesOf(table, map), reading),
    technicians: reading.stored.technicians,
  });
}

function chooseMap(
  { map }: Options,
  file: InputFile,
  { header, rows }: Table,
  print: (line: string) => void,
): TableMap {
  if (map !== undefined) return applyMap(map, readColumnMap(map), header);
  const known = readColumnMap(KNOWN_EXPORT.map);
  if (fitsHeader(known, header)) {
    const { map: name } = KNOWN_EXPORT;
    print(`The columns are those of ${KNOWN_EXPORT.name}, read by --map ${name}.`);
    return applyMap(name, known, header);
  }
  const guess = guessColumns(header, rows);
  if (Object.keys(guess.map).length > 0) {
    print('Columns as guessed from the header; to correct them, save these lines as map.yaml');
    print('and pass --map map.yaml:');
    for (const line of formatColumnMap(guess.map).split('\n')) print(`  ${line}`);
  }
  for (const [key, columns] of guess.unclear) {
    print(`  # ${key} may be ${columns.join(' or ')}: add the line of the right one`);
  }
  return applyMap(file.name, completeGuess(file.name, guess, header), header);
}

function completeGuess(
  file: string,
  { map, unclear }: ReturnType<typeof guessColumns>,
  header: readonly string[],
): ColumnMap {
  const { rating, date, author } = map;
  const missing = (['rating', 'date', 'author', 'text'] as const).filter(
    (key) => map[key] === undefined && (key !== 'text' || unclear.has(key)),
  );
  if (rating !== undefined && date !== undefined && author !== undefined && missing.length === 0) {
    return { ...map, rating, date, author };
  }
  const lines = missing.map((key) => {
    const columns = unclear.get(key) ?? ['COLUMN'];
    const others = key === 'author' && !unclear.has(key) ? ['none'] : [];
    return [...columns, ...others].map((column) => `"${key}: ${column}"`).join(' or ');
  });
  const none =
    missing.includes('author') && !unclear.has('author')
      ? ' (with "author: none" every review is Anonymous)'
      : '';
  const start =
    Object.keys(map).length > 0
      ? 'save the lines above as map.yaml, add'
      : 'write a map.yaml with the lines';
  throw new ImportRefusal(
    `${file} has no column that is clearly the ${missing.join(' or the ')}; ${start} ${lines.join(', and ')}${none}, and pass --map map.yaml. ${listColumns(header)}`,
  );
}

function listUnused(header: readonly string[], map: TableMap): string[] {
  const used = new Set([
    ...Object.values(map.columns),
    ...map.aspects.map(({ column }) => column),
    ...map.skipWhere.map(({ column }) => column),
  ]);
  return header.filter((column) => !used.has(column) && !isEmailColumn(column) && column !== '');
}

function refuseUnknownAspects({ aspects }: TableMap, known: readonly string[]): void {
  const unknown = aspects.find(({ id }) => !known.includes(id));
  if (unknown === undefined) return;
  throw new ImportRefusal(
    `The map names the aspect "${unknown.id}"${didYouMean(unknown.id, known)}, which is not among those of the content (${known.join(', ')}); add it to aspects.yaml, or take it out of the map`,
  );
}

/**
 * How dates such as 03/04/2026 are read: as the others of the table show, or as a person says. Where
 * the others contradict each other nothing is decided, and each such row is left out.
 */
async function findOrder(
  { name }: InputFile,
  dates: readonly string[],
  { ask, print }: Reading,
): Promise<DayOrder | undefined> {
  const { shown, unclear } = findDayOrder(dates);
  const [first] = unclear;
  if (first === undefined) return undefined;
  const [order, other] = shown;
  if (order !== undefined && other === undefined) {
    print(`Dates such as ${first} are read as ${order}, as others of the file must be.`);
    return order;
  }
  if (other !== undefined) {
    print(`The dates show both ${order} and ${other}, so rows such as of ${first} are left out.`);
    return undefined;
  }
  if (ask) {
    return await ask.choose({
      message: `Which comes first in dates such as ${unclear.slice(0, 3).join(', ')}?`,
      options: DAY_ORDERS.map((value) => ({
        value,
        hint: value === 'DD/MM/YYYY' ? 'the day' : 'the month',
      })),
    });
  }
  throw new ImportRefusal(
    `${name} has ${amount(unclear.length, 'date')} such as ${first} and none that shows whether the day or the month comes first, so nothing was imported; add "dateFormat: MM/DD/YYYY" or "dateFormat: DD/MM/YYYY" to the map and pass --map map.yaml`,
  );
}
