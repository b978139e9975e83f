import { CommandError } from '../../command.ts';
import { clip } from '../phrases.ts';
import { type ColumnKey, type ColumnMap, NONE } from './column-map.ts';
import { isUnlikely } from './guess-columns.ts';
import type { Column } from './values.ts';

export type Choice = readonly [label: string, lines: ColumnMap];

/**
 * A decision that a person has to make before a table is imported. At a terminal it is asked;
 * without one, all open questions are one error with the lines of a map that answer them.
 */
export type Question = {
  /** The member of a map that the answer is about, such as `source`, `author` or `skipWhere`. */
  readonly key: keyof ColumnMap;
  /** Such as "Which column has the author of each review?". */
  readonly message: string;
  /** The answers, the likeliest first, with the members of a map that each writes. */
  readonly choices: readonly Choice[];
  /** For an answer in one's own words in place of choices, such as the name of a source. */
  readonly linesOf?: (answer: string) => ColumnMap;
};

/** Returns the lines of the likeliest answer that are of the key of a question. */
export function likeliestLines({ key, choices, linesOf }: Question): ColumnMap {
  return choices.find(([, lines]) => key in lines)?.[1] ?? linesOf?.('NAME') ?? {};
}

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
