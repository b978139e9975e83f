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
const BY_NAME: readonly ColumnKey[] = ['rating', 'text', 'reply', 'replyDate', 'language'];

const KEYS = COLUMN_KEYS.filter((key) => WORDS.columns[key] !== undefined);

/** Ranks of names: the first are whole names, then members of inner objects, then words. */
const MEMBERS = 2;
const BY_WORDS = 3;
const UNKNOWN = 1000;
const OTHER = 2000;

/**
 * Finds the columns by whole names and, for keys without any, by the words of the names, and checks
 * their values: a name, a title or an address that is equal in every row belongs to the place.
 * Columns that fit equally well are unclear, and so are an author, a rating and a date without a
 * column, or for which the rows have two. Nothing is read by values alone.
 */
export function guessColumns(
  columns: readonly Column[],
  isOpen: (key: ColumnKey) => boolean,
): Guess {
  const map: { [Key in ColumnKey]?: [string] } = {};
  const unclear = new Map<ColumnKey, readonly Column[]>();
  const free = () => columns.filter(({ name }) => !Object.values(map).flat().includes(name));
  const open = (keys: readonly ColumnKey[]) =>
    keys.filter((key) => isOpen(key) && map[key] === undefined && !unclear.has(key));
  for (const key of open(KEYS)) {
    const [best, ...others] = findNamed(key, free());
    const rivals = others.filter((one) => best && differs(best, one));
    if (best && rivals.length > 0) unclear.set(key, [best, ...rivals]);
    else if (best) map[key] = [best.name];
  }
  for (const key of open(BY_NAME)) {
    const [named] = rankAll(key, free()).filter((one) => isNamed(key, one) && isBlank(key, one));
    if (named) map[key] = [named.name];
  }
  for (const key of open(DECISIVE)) {
    const isLikely = (one: Column) => (isNamed(key, one) ? fits(key, one) : looksLike(key, one));
    unclear.set(key, rankAll(key, free()).filter(isLikely));
  }
  for (const key of open(['reply'])) {
    const isLikely = (one: Column) => isOfTexts(one) || isNamed('text', one);
    const texts = rankAll(key, free()).filter((one) => isLikely(one) && fits(key, one));
    const others = texts.filter((one) => !isOther('text', one));
    if (others.length > 0) unclear.set(key, others);
  }
  return { map, unclear };
}

/**
 * Returns the columns with the best name for a key among those whose values fit. Of several whole
 * names, one is likelier; of two members of one name, such as a text and its translation, none is.
 */
function findNamed(key: ColumnKey, columns: readonly Column[]): readonly Column[] {
  const fitting = rankAll(key, columns).filter((one) => isNamed(key, one) && fits(key, one));
  const varied = fitting.filter((one) => !one.isConstant && (key !== 'id' || areIds(one)));
  const isVaried = varied.length > 0 || key === 'date' || key === 'id';
  const [best, ...others] = isVaried ? varied : fitting;
  if (best === undefined) return [];
  const tier = rankName(key, best);
  const isRival = (one: Column) => Math.floor(rankName(key, one)) === Math.floor(tier);
  return [best, ...(tier >= MEMBERS || isDecisive(key) ? others.filter(isRival) : [])];
}

/** True if nearly all are different; pages of an export may overlap. */
function areIds({ name, sample }: Column): boolean {
  return new Set(sample).size >= sample.length * 0.9 || /review/i.test(name);
}

function rankAll(key: ColumnKey, columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => rankName(key, a) - rankName(key, b));
}

function isNamed(key: ColumnKey, column: Column): boolean {
  return rankName(key, column) < UNKNOWN;
}

/** Returns the rank of a column's name: OTHER if it is about something else. */
function rankName(key: ColumnKey, { name }: Column): number {
  const said = WORDS.columns[key];
  if (!said) return UNKNOWN;
  // One of a list in JSON, such as `thread[0].comment`, may be by another person.
  const isListed = /\[\d+\]/.test(name);
  if (isListed && key !== 'replyDate') return key === 'text' || key === 'reply' ? UNKNOWN : OTHER;
  const words = wordsOf(name);
  const isOther = words.some((word) => said.nots.includes(word));
  const whole = said.names.indexOf(bareName(name));
  if (whole >= 0) return 1 + whole / 100;
  if (isOther) return OTHER;
  const member = said.names.indexOf(bareName(name.slice(name.lastIndexOf('.') + 1)));
  if (member >= 0 && key !== 'author' && key !== 'id') return MEMBERS + member / 100;
  const isMeant =
    words.some((word) => said.heads.includes(word)) &&
    (said.needs.length === 0 || words.some((word) => said.needs.includes(word)));
  const others = words.filter((word) => !said.heads.includes(word) && !said.helps.includes(word));
  if (key === 'text' && hasWord(name, WORDS.internal)) return UNKNOWN;
  // Any other name would be published as the name of a person.
  const strange = key === 'author' ? 0 : 1;
  return isMeant && others.length <= strange ? BY_WORDS + others.length : UNKNOWN;
}

/** Returns the columns that may be the texts, if no text is read, or only words as short as titles. */
export function findTexts(read: readonly Column[], unread: readonly Column[]): readonly Column[] {
  const filled = read.filter(({ sample }) => sample.length > 0);
  const isShort = (one: Column) =>
    filled.length === 0 && fits('text', one) && !isNamed('author', one);
  const isLikely = (one: Column) => (isOfTexts(one) || isShort(one)) && !isOther('text', one);
  const others = rankAll('text', unread).filter(isLikely);
  return others.length === 0 || filled.some(isOfTexts) ? [] : [...others, ...filled];
}

function isOther(key: ColumnKey, column: Column): boolean {
  return rankName(key, column) === OTHER;
}

/** True for a column that is about something else, or written by the office. */
export function isUnlikely(key: ColumnKey, column: Column): boolean {
  if (hasWord(column.name, WORDS.internal) || isOther(key, column)) return true;
  if (key === 'reply') return !hasWord(column.name, WORDS.columns.reply?.heads ?? []);
  const isName = /name|nom/i.test(column.name) || areFullNames(column);
  return key === 'author' && !isNamed(key, column) && !isName;
}

function hasWord(name: string, list: readonly string[]): boolean {
  return wordsOf(name).some((word) => list.includes(word));
}

function bareName(column: string): string {
  return fold(column).replace(/[^a-z0-9]/g, '');
}
