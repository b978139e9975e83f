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
  const found = tiers.map((fits) => tables.filter(fits)).find(({ length }) => length > 0) ?? [];
  if (found.length > 1 && ask) {
    const options = found.map(({ name, rows }) => ({
      value: name,
      hint: amount(rows.length, 'row'),
    }));
    const message = 'Which of these contains the reviews? Import others afterwards.';
    return chooseTable(tables, await ask.choose({ message, options }));
  }
  const [first] = found;
  if (first === undefined || found.length > 1) {
    const has =
      found.length > 1
        ? 'several tables with reviews'
        : `no table ${sheet ?? 'with dates and ratings, so no reviews'}`;
    throw new CommandError(
      `The export has ${has}. Its tables: ${list(tables)}. Name one with --sheet NAME, or pass the file with the reviews. In a Google Takeout, choose "Google Business Profile": other parts have only reviews that you wrote`,
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
  return names.slice(0, 10).join('; ') || 'none';
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
  const columns = readColumns(start).filter(({ name }) => !name.includes('['));
  const isDated = ({ sample }: Column) =>
    sample.filter((cell) => isDate(cell) || isRelativeDate(cell)).length * 2 > sample.length;
  const isRated = ({ name, sample }: Column) =>
    sample.length > 0 && wordsOf(name).some((word) => RATINGS.has(word));
  return columns.some(isDated) && columns.some(isRated);
}
