import { shorten } from '#dataset/text/shorten.ts';

/** Maximum length compared: the work for each name is its length times the allowed distance. */
const COMPARED_LENGTH = 60;

/** Maximum mistakes that get a hint: each is compared with all names. */
const MAX_HINTS = 8;

/**
 * Returns the name that `text` is most likely a misspelling of, or undefined where none is near:
 * at most a third of its length away, and no further than `most`, in insertions, deletions,
 * substitutions and swaps of neighbours (optimal string alignment distance).
 */
export function nearestName(
  text: string,
  names: Iterable<string>,
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const compared = shorten(text, COMPARED_LENGTH).toLowerCase();
  let nearest: string | undefined;
  let limit = Math.min(most, Math.max(1, Math.floor(compared.length / 3)));
  const memory = createMemory(compared.length + limit + 2);
  for (const name of names) {
    const distance = distanceWithin(limit, compared, name.toLowerCase(), memory);
    if (distance === undefined) continue;
    nearest = name;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return nearest;
}

/** The bound that a name is of; another one would mean the opposite. */
const BOUND = /^(?:min|max)_/;

/** More of them are no hint. */
const MAX_SHARING = 3;

/**
 * A hint such as ` (did you mean "car-accident"?)`, or nothing: the nearest name, or those that have
 * all words of the text or of which it has all, as `service` for `mentions_service`. A bound is no
 * hint for what does not begin as it does: `low_rating` does not mean `min_rating`.
 */
export function didYouMean(text: string, names: Iterable<string>): string {
  const meant = [...names].filter((name) => !BOUND.test(name) || name.startsWith(text.slice(0, 3)));
  const nearest = nearestName(text, meant);
  const hints = nearest === undefined ? sharing(text, meant) : [nearest];
  if (hints.length === 0 || hints.length > MAX_SHARING) return '';
  return ` (did you mean ${hints.map((name) => `"${name}"`).join(' or ')}?)`;
}

function sharing(text: string, names: readonly string[]): string[] {
  const asked = wordsOf(shorten(text, COMPARED_LENGTH));
  return names.filter((name) => {
    const words = wordsOf(name);
    const isBoth = asked.size > 0 && words.size > 0;
    return isBoth && (words.isSubsetOf(asked) || asked.isSubsetOf(words));
  });
}

/** The words of a name, without the ending of the plural. */
function wordsOf(name: string): Set<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

/** `didYouMean` for the first few mistakes, and nothing for the others. */
export function createHints(listNames: () => Iterable<string>): (text: string) => string {
  let given = 0;
  return (text) => (given++ < MAX_HINTS ? didYouMean(text, listNames()) : '');
}

/** Three rows of the matrix of distances, filled again for each name. */
type Memory = {
  readonly current: Uint8Array;
  readonly last: Uint8Array;
  readonly beforeLast: Uint8Array;
};

function createMemory(length: number): Memory {
  const row = () => new Uint8Array(length);
  return { current: row(), last: row(), beforeLast: row() };
}

/**
 * The distance of two texts; undefined if it is more than `limit`. Only cells that near the diagonal
 * are filled (Ukkonen 1985): the work for a name is its length times the limit.
 */
function distanceWithin(limit: number, a: string, b: string, memory: Memory): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  const over = limit + 1;
  let { current, last, beforeLast } = memory;
  for (let column = 0; column <= Math.min(b.length, over); column++) last[column] = column;
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row++) {
    const [from, to] = [Math.max(1, row - limit), Math.min(b.length, row + limit)];
    let least = from === 1 ? Math.min(row, over) : over;
    current[from - 1] = least;
    for (let column = from; column <= to; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const cell = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : over,
        over,
      );
      current[column] = cell;
      if (cell < least) least = cell;
    }
    if (to < b.length) current[to + 1] = over;
    // A swap goes two rows back.
    if (least > limit && leastBefore >= limit) return undefined;
    leastBefore = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  const distance = at(last, b.length);
  return distance > limit ? undefined : distance;
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}
