import type { Ask } from '../../ask.ts';
import { CommandError } from '../../command.ts';
import { type Column, isDate, readColumns } from '../columns/values.ts';
import { WORDS, wordsOf } from '../columns/words.ts';
import { amount } from '../phrases.ts';
import { isRelativeDate } from '../rows/date-parts.ts';
import type { Table } from './table.ts';

const RATINGS = new Set(['recommendation', ...(WORDS.columns.rating?.heads ?? [])]);

/**
 * Returns the named table, else the one with dates and ratings; if several have them, a person
 * chooses. A single table of CSV or Excel is taken in any case: its columns can be asked for.
 */
export async function chooseTable(
  tables: readonly Table[],
  sheet?: string,
  ask?: Ask,
): Promise<Table> {
  const isNamed = ({ name }: Table) => name === sheet;
  const tiers = sheet === undefined ? [isCalled, hasReviews, isSheet] : [isNamed];
  const found = tiers.map((fits) => tables.filter(fits)).find(({ length }) => length > 0);
  const [first, ...others] = found ?? [];
  if (first === undefined) {
    const fault = sheet === undefined ? 'with dates and ratings, so no reviews' : `"${sheet}"`;
    const has = tables.length > 0 ? `; it has ${list(tables)}` : '';
    throw new CommandError(
      `The export has no table ${fault}${has}. Pass the file with the reviews, or name a table with --sheet NAME. In a Google Takeout, choose "Google Business Profile": other parts have only reviews that you wrote`,
    );
  }
  if (others.length > 0 && ask) {
    const options = [first, ...others].map(({ name, rows }) => ({
      value: name,
      hint: amount(rows.length, 'row'),
    }));
    const message = 'Which of these contains the reviews? Import others afterwards.';
    return await chooseTable(tables, await ask.choose({ message, options }));
  }
  if (others.length > 0) {
    throw new CommandError(
      `Several tables may be the reviews: ${list([first, ...others])}. Name one with --sheet NAME; to import another, run this again with its name`,
    );
  }
  // Other lists in JSON are about something else.
  const unread = tables.filter((one) => one !== first && (isSheet(one) || hasReviews(one)));
  if (unread.length === 0 || sheet !== undefined) return first;
  const remark = `"${first.name}" has the reviews and was read. Not read: ${list(unread)}; --sheet NAME reads another.`;
  return { ...first, remarks: [...first.remarks, remark] };
}

/** Names the first tables: more would not fit into a sentence. */
function list(tables: readonly Table[]): string {
  const names = tables.map(({ name, rows }) => `${name}, ${amount(rows.length, 'row')}`);
  return names.slice(0, 10).join('; ');
}

function isSheet({ kind }: Table): boolean {
  return kind !== 'JSON';
}

/** True for a list such as `[].reviews`, the objects around which may have a date and a rating. */
function isCalled(table: Table): boolean {
  return !isSheet(table) && /reviews?$/i.test(table.name) && hasReviews(table);
}

/** True if a table has a column of dates, and one named as of ratings, outside of inner lists. */
function hasReviews(table: Table): boolean {
  const start = { ...table, rows: table.rows.slice(0, 100) };
  const columns = readColumns(start).filter(
    ({ name, sample }) => sample.length > 0 && !name.includes('['),
  );
  const isDated = ({ sample }: Column) =>
    sample.filter((cell) => isDate(cell) || isRelativeDate(cell)).length * 2 > sample.length;
  const isRated = ({ name }: Column) => wordsOf(name).some((word) => RATINGS.has(word));
  return columns.some(isDated) && columns.some(isRated);
}
