import { fold } from '#dataset/text/fold.ts';
import { COLUMN_KEYS, type ColumnKey } from './column-map.ts';
import {
  areFullNames,
  type Column,
  differs,
  fits,
  isBlank,
  isOfTexts,
  looksLike,
} from './values.ts';
import { WORDS, wordsOf } from './words.ts';

/** A column for each key with a clear one; for the others, the candidates, the likeliest first. */
type Guess = {
  readonly map: { readonly [Key in ColumnKey]?: [string] };
  readonly unclear: Map<ColumnKey, readonly Column[]>;
};

/** If two columns differ, a person chooses: these decide the author and the subject of a review. */
const DECISIVE: readonly ColumnKey[] = ['author', 'rating', 'date'];

export function isDecisive(key: ColumnKey): boolean {
  return DECISIVE.includes(key);
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
const MEMBERS = 2;
const BY_WORDS = 3;
export const UNKNOWN = 1000;
const OTHER = 2000;

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
  const map: { [Key in ColumnKey]?: [string] } = {};
  const unclear = new Map<ColumnKey, readonly Column[]>();
  const free = () => columns.filter(({ name }) => !Object.values(map).flat().includes(name));
  const open = <Key extends ColumnKey>(...keys: readonly Key[]) =>
    keys.filter((key) => isOpen(key) && map[key] === undefined && !unclear.has(key));
  const settle = (key: ColumnKey, [best, ...others]: readonly Column[]) => {
    const rivals = others.filter((one) => best && differs(best, one));
    if (best && rivals.length > 0) unclear.set(key, [best, ...rivals]);
    else if (best) map[key] = [best.name];
  };
  for (const key of open(...KEYS)) settle(key, findNamed(key, free()));
  for (const key of open('date')) {
    const likely = findLikely(key, free());
    const unknown = likely.filter((one) => rankName(key, one) === UNKNOWN);
    const named = likely.filter((one) => rankName(key, one) < UNKNOWN);
    // One that is always the same, beside another, may be the day of the export.
    settle(key, unknown.length === 0 && likely.length === 1 ? named : unknown);
  }
  for (const key of open(...BY_NAME)) {
    const [named] = findRanked(key, free(), isBlank);
    const others = key === 'rating' ? findLikely(key, free()) : [];
    if (named && others.length > 0) unclear.set(key, [named, ...others]);
    else if (named) map[key] = [named.name];
  }
  for (const key of open(...DECISIVE)) {
    unclear.set(key, [...new Set([...findLikely(key, free()), ...findRanked(key, free(), fits)])]);
  }
  for (const key of open('reply')) {
    const columns = findLikely(key, free()).filter((one) => rankName('text', one) < OTHER);
    if (columns.length > 0) unclear.set(key, columns);
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
  const [best, ...others] = varied.length > 0 || key === 'date' ? varied : fitting;
  if (best === undefined) return [];
  const tier = rankName(key, best);
  const isRival = (one: Column) => Math.floor(rankName(key, one)) === Math.floor(tier);
  return [best, ...(tier >= MEMBERS || isDecisive(key) ? others.filter(isRival) : [])];
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
  const isListed = /\[\d+\]/.test(name);
  if (isListed && key !== 'replyDate') return key === 'text' || key === 'reply' ? UNKNOWN : OTHER;
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
  if (key === 'text' && hasWord(plain, WORDS.internal)) return UNKNOWN;
  // Any other name would be published as the name of a person.
  const strange = key === 'author' ? 0 : 1;
  return isMeant && others.length <= strange ? BY_WORDS + others.length : UNKNOWN;
}

/** Returns the columns whose values look like those of a key, first those with a name for it. */
function findLikely(key: ColumnKey, columns: readonly Column[]): readonly Column[] {
  const rank = (column: Column) => rankName(key, column);
  // A reply is a text with an unknown name.
  const isNamed = (column: Column) =>
    rank(column) < UNKNOWN || (key === 'reply' && rankName('text', column) < UNKNOWN);
  return columns
    .filter((column) => looksLike(key, column, isNamed(column)))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns the columns that may be texts if no row has one, or only words as short as a title while
 * an unread column has texts.
 */
export function findTexts(read: readonly Column[], unread: readonly Column[]): readonly Column[] {
  const filled = read.filter(({ sample }) => sample.length > 0);
  const isOther = (one: Column) =>
    (rankName('text', one) === OTHER && rankName('title', one) >= UNKNOWN) ||
    (rankName('author', one) < UNKNOWN && !isOfTexts(one));
  const others = findLikely('text', unread).filter((one) => !isOther(one));
  const isRead = filled.some(isOfTexts) || (filled.length > 0 && !others.some(isOfTexts));
  return isRead || others.length === 0 ? [] : [...others, ...filled];
}

/** True for a column that is about something else, or written by the office. */
export function isUnlikely(key: ColumnKey, column: Column): boolean {
  const rank = rankName(key, column);
  if (hasWord(column.name, WORDS.internal) || rank === OTHER) return true;
  if (key === 'reply') return !hasWord(column.name, WORDS.columns.reply?.heads ?? []);
  const isName = /name|nom/i.test(column.name) || areFullNames(column);
  return key === 'author' && rank === UNKNOWN && !isName;
}

function hasWord(name: string, list: readonly string[]): boolean {
  return wordsOf(name).some((word) => list.includes(word));
}

function bareName(column: string): string {
  return fold(column).replace(/[^a-z0-9]/g, '');
}
