import { shorten } from './shorten.ts';

/** How much of a text is compared: the work is its length times that of every name. */
const COMPARED_LENGTH = 60;

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
  let best = Math.min(most, Math.max(1, Math.floor(compared.length / 3))) + 1;
  for (const name of names) {
    const distance = alignmentDistance(compared, name.toLowerCase());
    if (distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** A hint such as ` (did you mean "car-accident"?)`, or nothing. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const nearest = nearestName(text, names);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

function alignmentDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
