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

/**
 * Returns a hint such as ` (did you mean "car-accident"?)`, or "" if no name is near. A bound is a
 * hint only for a text with its prefix: `low_rating` does not mean `min_rating`.
 */
export function didYouMean(text: string, names: Iterable<string>): string {
  const meant = [...names].filter((name) => !BOUND.test(name) || name.startsWith(text.slice(0, 3)));
  const nearest = nearestName(text, meant);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
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
