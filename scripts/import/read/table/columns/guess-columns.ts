import { createParseDate } from '../dates.ts';
import { parseRating } from '../ratings.ts';
import type { Row } from '../table.ts';
import { COLUMN_KEYS, type ColumnKey, isEmailColumn } from './column-map.ts';
import { type ColumnWords, isAnonymous, WORDS, wordsOf } from './words.ts';

/** A column for each key with a clear one; for the others, the candidates. */
export type Guess = {
  readonly map: { readonly [Key in ColumnKey]?: string };
  readonly unclear: ReadonlyMap<ColumnKey, readonly string[]>;
};

/** If two columns differ, a person chooses: it decides the author and the subject of a review. */
const DECISIVE: readonly string[] = ['author', 'rating', 'date'] satisfies ColumnKey[];

/** Not taken by its name alone if its cells show something else. */
const JUDGED: readonly string[] = ['id', 'author', 'title', 'url', 'source'] satisfies ColumnKey[];

/** This many equal names, ratings or dates are not those of reviews. */
const TELLING_CELLS = 3;

/** Of a person in JSON, such as `reviewer.displayName`. */
const PERSON =
  /(?:reviewer|user|author|customer|consumer)[^.]*\.(?:display|full|nick|user)?_?name$/i;

type Column = {
  readonly name: string;
  readonly place: number;
  readonly words: readonly string[];
  /** Cells that are not blank. */
  readonly cells: readonly string[];
};

const KEYS = COLUMN_KEYS.flatMap((key): [ColumnKey, ColumnWords][] => {
  const words = WORDS.columns[key];
  return words ? [[key, words]] : [];
});

const parseDate = createParseDate({
  dayOf: (instant) => instant.toISOString(),
  order: 'DD/MM/YYYY',
});

/**
 * Finds the columns by whole names and, for keys without any, by the words of the names, and checks
 * their cells: a name, a title or an address that is equal in every row belongs to the place.
 * Columns that fit equally well are unclear, and so are an author, a rating and a date for which
 * the rows have two.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly Pick<Row, 'cells'>[],
): Guess {
  const map: Partial<Record<ColumnKey, string>> = {};
  const unclear = new Map<ColumnKey, readonly string[]>();
  const columns = header
    .map((name, place) => {
      const cells = rows.flatMap((row) => row.cells[place]?.trim() || []);
      return { name, place, words: wordsOf(name), cells };
    })
    .filter(({ name }) => !isEmailColumn(name));
  const free = () => columns.filter(({ name }) => !Object.values(map).includes(name));
  const likely = (key: ColumnKey) =>
    rows.length === 0 ? free() : free().filter(({ cells }) => fits(key, cells));
  const choose = (key: ColumnKey, some: readonly Column[]) =>
    rows.length === 0 ? some : chooseByCells(key, some);
  const settle = (key: ColumnKey, [column, ...rivals]: readonly Column[]) => {
    if (!column || map[key] !== undefined || unclear.has(key)) return;
    if (rivals.length === 0) map[key] = column.name;
    else
      unclear.set(
        key,
        [column, ...rivals].map(({ name }) => name),
      );
  };
  for (const [key, words] of KEYS) {
    const tiers = findNamed(key, words, free()).map((tier) => choose(key, tier));
    const [first, ...others] = tiers.find(({ length }) => length > 0) ?? [];
    // Of two members of one name, such as a text and its translation, neither is likelier.
    const isOpen = DECISIVE.includes(key) || (first && tiers[2]?.includes(first));
    const rivals = others.filter((one) => isOpen && first && differs(rows, first.place, one.place));
    settle(key, first ? [first, ...rivals] : []);
  }
  for (const [key, words] of KEYS) settle(key, choose(key, findLikeliest(likely(key), words)));
  // A column without evidence in its cells may be right by its name.
  for (const [key, words] of KEYS) {
    if (!JUDGED.includes(key)) settle(key, findNamed(key, words, free()).flat().slice(0, 1));
  }
  const ordered = KEYS.flatMap(([key]) => (map[key] === undefined ? [] : [[key, map[key]]]));
  return { map: Object.fromEntries(ordered), unclear };
}

/**
 * Returns columns of a name, in tiers, the likeliest first: those of a person, those with the whole
 * name, and members of inner objects in JSON with it, such as `service.review`.
 */
function findNamed(key: ColumnKey, { names, nots }: ColumnWords, columns: readonly Column[]) {
  const meant = columns.filter(({ words }) => !words.some((word) => nots.includes(word)));
  const called = (some: readonly Column[], nameOf: (name: string) => string) =>
    names.flatMap((name) => some.filter((column) => bareName(nameOf(column.name)) === name));
  const persons = key === 'author' ? meant.filter(({ name }) => PERSON.test(name)) : [];
  const isByMember = key !== 'author' && key !== 'id';
  const members = called(meant, (name) => name.slice(name.lastIndexOf('.') + 1));
  return [persons, called(columns, (name) => name), isByMember ? members : []];
}

/** Returns columns whose cells fit their name; if one varies, none that is equal everywhere. */
function chooseByCells(key: ColumnKey, columns: readonly Column[]): readonly Column[] {
  const fitting = columns.filter(({ cells }) => fits(key, cells));
  const varied = fitting.filter(({ cells }) => !isConstant(cells, TELLING_CELLS));
  return varied.length > 0 ? varied : fitting;
}

function fits(key: ColumnKey, cells: readonly string[]): boolean {
  const [first] = cells;
  if (first === undefined) return false;
  switch (key) {
    case 'author': {
      const isOfOne = isConstant(cells, TELLING_CELLS) && !isAnonymous(first);
      return !isOfOne && cells.filter(isName).length * 2 >= cells.length;
    }
    case 'rating':
      return cells.some((cell) => parseRating(cell) !== undefined);
    case 'date':
      return cells.some(isDate);
    case 'source':
      return cells.filter(isChannel).length * 2 <= cells.length;
    default:
      // No two reviews share an id or address, and few share a title.
      return !(['id', 'title', 'url'].includes(key) && isConstant(cells, 2));
  }
}

/** True if all rows with a value have an equal one, and there are several. */
function isConstant(cells: readonly string[], least: number): boolean {
  return cells.length >= least && cells.every((cell) => cell === cells[0]);
}

/** True for a channel, such as "web" or "email request". */
function isChannel(cell: string): boolean {
  return wordsOf(cell).every((word) => WORDS.channels.has(word));
}

export function isDate(cell: string): boolean {
  return UNIX_TIME.test(cell) || 'date' in parseDate(cell);
}

/** True for a name: not a path such as "places/ChIJ/reviews/ChZ1", a number or a list. */
function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/[/\\{}[\]<>]/.test(cell);
}

/** True if two columns differ in any row that has both. */
function differs(rows: readonly Pick<Row, 'cells'>[], one: number, other: number): boolean {
  return rows.some(({ cells }) => {
    const [a = '', b = ''] = [cells[one]?.trim(), cells[other]?.trim()];
    return a !== '' && b !== '' && a !== b && !isSameDay(a, b);
  });
}

/** True if two cells are one day, however it is written: exports have a timestamp beside a date. */
function isSameDay(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const unix = UNIX_TIME.test(text) ? Number(text.padEnd(13, '0')) : undefined;
    const time = unix ?? Date.parse(text);
    return Number.isNaN(time) ? undefined : Math.floor(time / DAY_MS);
  });
  return a !== undefined && b !== undefined && Math.abs(a - b) <= 1;
}

const DAY_MS = 86_400_000;

/** In seconds or milliseconds. */
const UNIX_TIME = /^\d{10}(?:\d{3})?$/;

/** Returns the columns with the fewest other words. */
function findLikeliest(
  columns: readonly Column[],
  { heads, needs, helps, nots, strange }: ColumnWords,
) {
  const fitting = new Set([...heads, ...helps]);
  const scored = columns.flatMap((column) => {
    const { words } = column;
    const isMeant =
      words.some((word) => heads.includes(word)) &&
      !words.some((word) => nots.includes(word)) &&
      (needs.length === 0 || words.some((word) => needs.includes(word)));
    const others = words.filter((word) => !fitting.has(word)).length;
    return isMeant && others <= strange ? [{ column, others }] : [];
  });
  const least = Math.min(...scored.map(({ others }) => others));
  return scored.filter(({ others }) => others === least).map(({ column }) => column);
}

function bareName(column: string): string {
  return column.toLowerCase().replace(/[^a-z0-9]/g, '');
}
