import { fold } from '#dataset/text/fold.ts';
import { COLUMN_KEYS, type ColumnKey } from './column-map.ts';
import { type Column, differs, fits, isBlank, looksLike, shareOfClear } from './values.ts';
import { WORDS, wordsOf } from './words.ts';

/** A column for each key with a clear one; for the others, the candidates, the likeliest first. */
export type Guess = {
  readonly map: { readonly [Key in ColumnKey]?: readonly string[] };
  readonly unclear: ReadonlyMap<ColumnKey, readonly Column[]>;
};

/** If two columns differ, a person chooses: these decide the author and the subject of a review. */
export const DECISIVE = ['author', 'rating', 'date'] as const;

export function isDecisive(key: ColumnKey): boolean {
  return DECISIVE.some((one) => one === key);
}

/** Right by their names, even if they are empty in this export, or cannot be read yet. */
const BY_NAME = ['rating', 'date', 'text', 'reply', 'replyDate', 'language'] as const;

const KEYS = COLUMN_KEYS.filter((key) => WORDS.columns[key] !== undefined);

/** Of a person in JSON, such as `reviewer.displayName`. */
const PERSON =
  /(?:reviewer|user|author|customer|consumer)[^.]*\.(?:display|full|nick|user)?_?name$/i;

/** Names for a plain value in JSON that was made of XML. */
const WRAPPER = /\.(?:label|value|_text|#text|\$t)$/;

/** Ranks of names: the first are whole names, then members of inner objects, then words. */
export const MEMBERS = 2;
const BY_WORDS = 3;
export const UNKNOWN = 1000;
export const OTHER = 2000;

/**
 * Finds the columns by whole names and, for keys without any, by the words of the names, and checks
 * their values: a name, a title or an address that is equal in every row belongs to the place.
 * Columns that fit equally well are unclear, and so are an author, a rating and a date for which
 * the rows have two. By values alone only a date is known; for the rest a person is asked.
 */
export function guessColumns(
  columns: readonly Column[],
  isOpen: (key: ColumnKey) => boolean,
): Guess {
  const map: Partial<Record<ColumnKey, readonly [string]>> = {};
  const unclear = new Map<ColumnKey, readonly Column[]>();
  const free = () => columns.filter(({ name }) => !Object.values(map).flat().includes(name));
  const open = <Key extends ColumnKey>(...keys: readonly Key[]) =>
    keys.filter((key) => isOpen(key) && map[key] === undefined && !unclear.has(key));
  const settle = (key: ColumnKey, [best, ...others]: readonly Column[]) => {
    const rivals = others.filter((one) => best && differs(best, one));
    if (best && rivals.length > 0) unclear.set(key, [best, ...rivals]);
    else if (best) map[key] = [best.name];
  };
  for (const key of open(...KEYS)) {
    const named = findNamed(key, free());
    // A date that is always the same may be the day of the export.
    const [same] = named.filter((one) => key === 'date' && one.isConstant);
    const others = same ? findLikely(key, free()).filter((one) => !named.includes(one)) : [];
    const isDoubt = same && (others.length > 0 || shareOfClear(key, same) === 0);
    if (isDoubt) unclear.set(key, [...others, ...named]);
    else settle(key, named);
  }
  for (const key of open('date')) {
    const likely = findLikely(key, free()).filter((one) => rankName(key, one) === UNKNOWN);
    // Plain numbers may be anything.
    settle(key, likely[0] && shareOfClear(key, likely[0]) > 0.5 ? likely : []);
  }
  for (const key of open(...BY_NAME)) {
    const [named] = findRanked(key, free(), isBlank);
    const others = key === 'rating' ? findLikely(key, free()) : [];
    if (named && others.length > 0) unclear.set(key, [named, ...others]);
    else if (named) map[key] = [named.name];
  }
  for (const key of open('author', 'rating', 'date', 'reply')) {
    const isLikely = (one: Column) =>
      isDecisive(key) || (rankName(key, one) < OTHER && rankName('text', one) < OTHER);
    const columns = findLikely(key, free()).filter(isLikely);
    if (isDecisive(key) || columns.length > 0) unclear.set(key, columns);
  }
  return { map, unclear };
}

/**
 * Returns the columns with the best name for a key among those whose values fit. Of several whole
 * names, one is likelier; of two members of one name, such as a text and its translation, none is.
 */
function findNamed(key: ColumnKey, columns: readonly Column[]): readonly Column[] {
  const fitting = findRanked(key, columns, fits);
  const varied = fitting.filter(({ isConstant }) => !isConstant);
  const [best, ...others] = varied.length > 0 ? varied : fitting;
  const tier = best === undefined ? OTHER : rankName(key, best);
  if (best === undefined) return [];
  const isOpen = tier >= MEMBERS || isDecisive(key);
  return [
    best,
    ...others.filter((one) => isOpen && Math.floor(rankName(key, one)) === Math.floor(tier)),
  ];
}

/** Returns the columns with a name for a key, the best first. */
function findRanked(
  key: ColumnKey,
  columns: readonly Column[],
  is: typeof fits,
): readonly Column[] {
  return columns
    .filter((column) => rankName(key, column) < UNKNOWN && is(key, column))
    .sort((a, b) => rankName(key, a) - rankName(key, b));
}

/** Returns the rank of a column's name: OTHER if it is about something else. */
export function rankName(key: ColumnKey, { name }: Column): number {
  const said = WORDS.columns[key];
  if (!said) return UNKNOWN;
  // One of a list in JSON, such as `thread[0].comment`, may be by another person.
  if (/\[\d+\]/.test(name)) return key === 'text' || key === 'reply' ? UNKNOWN : OTHER;
  const plain = name.replace(WRAPPER, '');
  const words = wordsOf(plain);
  const isOther = words.some((word) => said.nots.includes(word));
  if (key === 'author' && !isOther && PERSON.test(plain)) return 0;
  const whole = said.names.indexOf(bareName(plain));
  if (whole >= 0) return 1 + whole / 100;
  if (isOther) return OTHER;
  const member = said.names.indexOf(bareName(plain.slice(plain.lastIndexOf('.') + 1)));
  if (member >= 0 && key !== 'author' && key !== 'id') return MEMBERS + member / 100;
  const isMeant =
    words.some((word) => said.heads.includes(word)) &&
    (said.needs.length === 0 || words.some((word) => said.needs.includes(word)));
  const others = words.filter((word) => !said.heads.includes(word) && !said.helps.includes(word));
  if (key === 'text' && words.some((word) => WORDS.internal.includes(word))) return UNKNOWN;
  // Any other name would be published as the name of a person.
  const strange = key === 'author' ? 0 : 1;
  return isMeant && others.length <= strange ? BY_WORDS + others.length : UNKNOWN;
}

/**
 * Returns the columns whose values look like those of a key: first those with its name, then those
 * of unknown names, the likeliest first.
 */
export function findLikely(key: ColumnKey, columns: readonly Column[]): readonly Column[] {
  const rank = (column: Column) => rankName(key, column);
  // A reply is a text with an unknown name.
  const isNamed = (column: Column) =>
    rank(column) < UNKNOWN || (key === 'reply' && rankName('text', column) < UNKNOWN);
  return columns
    .filter((column) => looksLike(key, column, isNamed(column)))
    .sort((a, b) => shareOfClear(key, b) - shareOfClear(key, a))
    .sort((a, b) => rank(a) - rank(b));
}

/** True if neither the name nor the values of a column say that it is meant by a key. */
export function isGuess(key: ColumnKey, column: Column): boolean {
  const rank = rankName(key, column);
  if (key === 'date') return rank === OTHER || column.isConstant;
  if (key === 'reply') return !hasWord(column, WORDS.columns.reply?.heads);
  if (key !== 'author' || rank < UNKNOWN) return key === 'text' && hasWord(column, WORDS.internal);
  const isName = /name|nom/i.test(column.name) || shareOfClear(key, column) >= 0.5;
  return rank === OTHER || !isName || hasWord(column, WORDS.internal);
}

function hasWord({ name }: Column, list: readonly string[] = []): boolean {
  return wordsOf(name).some((word) => list.includes(word));
}

function bareName(column: string): string {
  return fold(column).replace(/[^a-z0-9]/g, '');
}
