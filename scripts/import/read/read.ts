/**
 * Reads an export: input.ts opens files, folders and zip archives (read-zip.ts); google-export.ts
 * and google-takeout.ts know Google's formats, table/ reads everything with columns. Texts are
 * cleaned on the way (clean-text.ts), and each change is noted with the review
 * (incoming-review.ts). An entry that is unclear is skipped with a reason; a file that is unclear
 * as a whole is refused.
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
import { chooseMap } from './table/columns/choose-map.ts';
import { isEmailColumn, listUsed, type TableMap } from './table/columns/column-map.ts';
import { DAY_ORDERS, type DayOrder, findDayOrder } from './table/dates.ts';
import { datesOf, mapTable } from './table/map-table.ts';
import { readTable } from './table/table.ts';

/** The needs of reading beside the files. */
export type Reading = Pick<World, 'print' | 'ask'> & {
  readonly dayOf: DayOf;
  readonly stored: Pick<StoredContent, 'technicians' | 'aspectIds'>;
};

export function readFiles({ from, path, encoding }: Options): InputFile[] {
  if (from === 'google-api') return readInput(path, isJsonFile);
  if (from === 'google-takeout') return readInput(path, isTakeoutFile);
  return [{ ...readInputFile(path), encoding }];
}

/** Reads the files as the named type of export; prints facts that a person should know first. */
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
    print(`Dropped, because e-mail addresses are never imported: ${emails.join(', ')}`);
  }
  const map = chooseMap(options.map, file.name, table, print);
  const used = listUsed(map);
  const unused = header.filter((one) => !used.has(one) && !isEmailColumn(one) && one !== '');
  if (unused.length > 0) print(`Unused columns: ${unused.join(', ')}`);
  refuseUnknownAspects(map, reading.stored.aspectIds);
  const source = options.source && cleanLine(options.source, 60).text;
  return mapTable(table, map, {
    source: source || undefined,
    dayOf,
    order: await findOrder(file, datesOf(table, map), reading),
    technicians: reading.stored.technicians,
  });
}

function refuseUnknownAspects({ aspects }: TableMap, known: readonly string[]): void {
  const unknown = aspects.find(({ id }) => !known.includes(id));
  if (unknown === undefined) return;
  throw new ImportRefusal(
    `The map names the aspect "${unknown.id}"${didYouMean(unknown.id, known)}, which is not an aspect of the content (${known.join(', ')}); add it to aspects.yaml, or remove it from the map`,
  );
}

/**
 * Returns the order of dates such as 03/04/2026: as other dates of the table show, or as a person
 * says. If the others contradict each other, nothing is decided, and each such row is skipped.
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
    print(`Dates such as ${first} are read as ${order}, because other dates of the file must be.`);
    return order;
  }
  if (other !== undefined) {
    print(
      `The dates show both ${order} and ${other}, so rows with dates such as ${first} are skipped.`,
    );
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
    `${name} has ${amount(unclear.length, 'date')} such as ${first} and none that shows if the day or the month comes first, so nothing was imported; add "dateFormat: MM/DD/YYYY" or "dateFormat: DD/MM/YYYY" to the map and pass --map map.yaml`,
  );
}
