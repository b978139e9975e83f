import { CommandError } from '../../command.ts';
import { clip } from '../phrases.ts';
import { type ColumnKey, NONE } from './column-map.ts';
import { isUnlikely } from './guess-columns.ts';
import type { Choice, Question } from './question.ts';
import type { Column } from './values.ts';

/** Every review needs these. */
const NEEDED: ReadonlyMap<ColumnKey, string> = new Map([
  ['rating', 'such as 4 or 4/5'],
  ['date', 'such as 2026-01-31 (but not "a month ago", which depends on the day of the download)'],
]);

/** A person tells columns apart by so many of their values. */
const SHOWN = 3;

/** Returns a question for each key with the columns that it may be, the likeliest first. */
export function askColumns(unclear: ReadonlyMap<ColumnKey, readonly Column[]>): Question[] {
  return [...unclear].map(([key, found]) => {
    const part = key.replace('Date', ' date');
    if (NEEDED.has(key) && found.length === 0) {
      throw new CommandError(
        `Nothing was imported: no column has the ${part} of each review, ${NEEDED.get(key)}; add one named ${part}.`,
      );
    }
    const toChoice = (column: Column): Choice => [sayColumn(column), { [key]: [column.name] }];
    const likely = found.filter((column) => !isUnlikely(key, column));
    const others = found.filter((column) => !likely.includes(column));
    const label = key === 'author' ? 'None: publish every review as Anonymous' : 'None of these';
    const none: Choice[] = NEEDED.has(key) ? [] : [[label, { [key]: [NONE] }]];
    return {
      key,
      message: `Which column has the ${part} of each review?`,
      choices: [...likely.map(toChoice), ...none, ...others.map(toChoice)],
    };
  });
}

/** Returns a column with its values, such as `Posted By: Pat Q, Lou R, Kim S`. */
export function sayColumn(column: Column): string {
  const values = [...new Set(column.sample)].slice(0, SHOWN).map((value) => clip(value, 40));
  return `${column.name}: ${values.join(', ') || '(empty)'}`;
}
