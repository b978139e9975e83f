import { type ColumnKey, NONE, type TableMap } from './column-map.ts';
import {
  findLikely,
  type Guess,
  isDecisive,
  isGuess,
  MEMBERS,
  OTHER,
  rankName,
  UNKNOWN,
} from './guess-columns.ts';
import type { Choice, Question } from './question.ts';
import { type Column, differs, fits, isOfTexts } from './values.ts';

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

const REMEDIES: { readonly [Key in ColumnKey]?: string } = {
  rating: '; add a column Rating with 1 to 5 stars',
  date: '; add a column Date with dates such as 2026-01-31',
};

/** A person tells columns apart by so many of their values. */
const SHOWN = 3;

/**
 * Returns a question for each key with the columns that it may be, the likeliest first. Beside a
 * person's map, the others are not wanted from then on.
 */
export function askColumns(unclear: Guess['unclear'], isGiven: boolean): Question[] {
  return [...unclear].map(([key, found]) => {
    const likely = found.filter((column) => !isGuess(key, column));
    const columns = [...new Set([...likely, ...found])];
    const contents = CONTENTS[key] ?? `the ${key}`;
    const names = columns.map(({ name }) => name);
    const candidates = names.map((name) => `"${name}"`).join(' or ');
    const unsure =
      names.length === 1
        ? `only ${candidates} may have ${contents}, but its name does not say so`
        : `it is unclear which column has ${contents}: ${candidates}`;
    const choices = columns.map((column): Choice => {
      const ignore = isGiven && isDecisive(key) ? names.filter((name) => name !== column.name) : [];
      const lines = { [key]: column.name, ...(ignore.length > 0 && { ignore }) };
      return { label: column.name, hint: sayValues(column), lines };
    });
    const label = key === 'author' ? 'None: publish every review as Anonymous' : 'None of these';
    const none = { label, lines: { [key]: NONE } };
    const all = likely.length > 0 ? [...choices, none] : [none, ...choices];
    const remedy = REMEDIES[key] ?? '';
    const isNeeded = remedy !== '';
    return {
      key,
      isOpen: likely.length > 1 || (likely.length === 0 && key !== 'author'),
      message: `Which column has ${contents}?`,
      fault: names.length === 0 ? `no column has ${contents}${remedy}` : unsure,
      samples: columns.map(sayColumn),
      choices: isNeeded ? choices : all,
    };
  });
}

/** Returns the columns for a key of a map, if another one has its name and other values. */
export function findSecond(
  key: ColumnKey,
  map: TableMap,
  columns: readonly Column[],
  unread: readonly Column[],
): readonly Column[] {
  const [read, ...others] = columns.filter(({ name }) => map.columns[key]?.includes(name));
  if (read === undefined || others.length > 0) return [];
  const isDoubt = (one: Column) => rankName(key, one) < MEMBERS && !one.isConstant;
  const second = unread.find((one) => isDoubt(one) && fits(key, one) && differs(read, one));
  return second ? [second, read] : [];
}

/**
 * Returns the columns that may be texts if no row has one, or only words as short as a title while
 * an unread column has texts. Beside a person's map, a text is known by its name or its length.
 */
export function findTexts(
  map: TableMap,
  columns: readonly Column[],
  unread: readonly Column[],
  isGiven: boolean,
): readonly Column[] {
  const read = columns.filter(
    ({ name, sample }) => map.columns.text?.includes(name) && sample.length > 0,
  );
  const others = findLikely('text', unread).filter((column) => {
    const rank = rankName('text', column);
    if (rank === OTHER && rankName('title', column) >= UNKNOWN) return false;
    const isOfNames = isGiven || read.length > 0 || rankName('author', column) < UNKNOWN;
    return rank < UNKNOWN || isOfTexts(column) || !isOfNames;
  });
  const isRead = read.length > 0 && (isGiven || read.some(isOfTexts) || !others.some(isOfTexts));
  return isRead || others.length === 0 ? [] : [...others, ...read];
}

/** Returns a column with its values, such as `Posted By: Pat Q, Lou R, Kim S`. */
export function sayColumn(column: Column): string {
  return `${column.name}: ${sayValues(column)}`;
}

/** Returns some different values of a column. */
export function sayValues({ sample }: Column): string {
  const values = [...new Set(sample)].slice(0, SHOWN).map((value) => {
    const line = value.replace(/\s+/g, ' ');
    return line.length > 40 ? `${line.slice(0, 39)}…` : line;
  });
  return values.join(', ') || '(empty)';
}
