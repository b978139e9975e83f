import { CommandError } from '../../command.ts';
import { clip } from '../phrases.ts';
import { type ColumnKey, NONE } from './column-map.ts';
import { isUnlikely } from './guess-columns.ts';
import type { Choice, Question } from './question.ts';
import type { Column } from './values.ts';

const CONTENTS: { readonly [Key in ColumnKey]?: string } = {
  author: 'the names of the reviewers',
  rating: 'the ratings of the reviews',
  date: 'the dates on which the reviews were published',
  text: 'the texts of the reviews',
  title: 'the titles of the reviews',
  reply: 'your replies',
  replyDate: 'the dates of your replies',
  url: 'the addresses of the reviews',
  language: 'the languages of the reviews',
};

/** What to do without a column that every review needs. */
const REMEDIES: { readonly [Key in ColumnKey]?: string } = {
  rating: 'add a column Rating with 1 to 5 stars',
  date: 'add a column Date with dates such as 2026-01-31',
};

/** A person tells columns apart by so many of their values. */
const SHOWN = 3;

/** Returns a question for each key with the columns that it may be, the likeliest first. */
export function askColumns(unclear: ReadonlyMap<ColumnKey, readonly Column[]>): Question[] {
  return [...unclear].map(([key, found]) => {
    const contents = CONTENTS[key] ?? `the ${key}`;
    const remedy = REMEDIES[key];
    if (remedy !== undefined && found.length === 0) {
      throw new CommandError(`Nothing was imported: no column has ${contents}; ${remedy}.`);
    }
    const toChoice = (column: Column): Choice => [sayColumn(column), { [key]: [column.name] }];
    const likely = found.filter((column) => !isUnlikely(key, column));
    const others = found.filter((column) => !likely.includes(column));
    const label = key === 'author' ? 'None: publish every review as Anonymous' : 'None of these';
    const none: Choice[] = remedy === undefined ? [[label, { [key]: [NONE] }]] : [];
    return {
      key,
      message: `Which column has ${contents}?`,
      choices: [...likely.map(toChoice), ...none, ...others.map(toChoice)],
    };
  });
}

/** Returns a column with its values, such as `Posted By: Pat Q, Lou R, Kim S`. */
export function sayColumn(column: Column): string {
  return `${column.name}: ${sayValues(column)}`;
}

/** Returns some different values of a column. */
export function sayValues({ sample }: Column): string {
  const values = [...new Set(sample)].slice(0, SHOWN).map((value) => clip(value, 40));
  return values.join(', ') || '(empty)';
}
