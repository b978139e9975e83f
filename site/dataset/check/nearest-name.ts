import { shorten } from '#dataset/text/shorten.ts';

/** Maximum length compared: the work for each name is its length times the allowed distance. */
const COMPARED_LENGTH = 60;

/** Maximum mistakes that get a hint: each is compared with all names. */
const MAX_HINTS = 8;

/**
 * Returns the name that `text` most likely misspells, or undefined if none is near: at most a third
 * of its length away, and no further than `most`, in insertions, deletions, substitutions and swaps
 * of adjacent letters (optimal string alignment distance).
 */
export function nearestName(
  text: string,
  names: Iterable<string>,
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const compared = shorten(text, COMPARED_LENGTH).toLowerCase();
  let nearest: string | undefined;
  let limit = Math.min(most, Math.max(1, Math.floor(compared.length / 3)));
  for (const name of names) {
    const distance = distanceWithin(limit, compared, name.toLowerCase());
    if (distance === undefined) continue;
    nearest = name;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return nearest;
}

/** The prefix of a bound; another one would mean the opposite. */
const BOUND = /^(?:min|max)_/;

/** More names that share its words are no hint. */
const MAX_SHARING = 3;

/**
 * Returns a hint such as ` (did you mean "car-accident"?)`, or "": the nearest name, or names that
 * contain all words of the text or only words of it, such as `service` for `mentions_service`. A
 * bound is a hint only for a text with its prefix: `low_rating` does not mean `min_rating`.
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

/** Returns the words of a name, without plural endings. */
function wordsOf(name: string): Set<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

/** Returns `didYouMean` for the first few mistakes, and "" for the others. */
export function createHints(listNames: () => Iterable<string>): (text: string) => string {
  let given = 0;
  return (text) => (given++ < MAX_HINTS ? didYouMean(text, listNames()) : '');
}

/** The distance of two texts; undefined above `limit`. */
function distanceWithin(limit: number, a: string, b: string): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? FAR) + 1,
        (current[column - 1] ?? FAR) + 1,
        (last[column - 1] ?? FAR) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? FAR) + 1 : FAR,
      );
    }
    // A swap goes two rows back.
    if (Math.min(...last, ...current) > limit) return undefined;
    [beforeLast, last] = [last, current];
  }
  const distance = last[b.length] ?? FAR;
  return distance > limit ? undefined : distance;
}

const FAR = Number.POSITIVE_INFINITY;
