/** From where to where a text holds something. */
export type Span = { readonly start: number; readonly end: number };

/** The Stream-Safe Text Format of Unicode (UAX #15 §13) has so many non-starters in a row at most. */
export const MAX_NON_STARTERS = 30;

/**
 * The source of a pattern of what may hold more: a mark decomposes into two non-starters at most,
 * any other character ends with three at most, and only the two letters decompose into marks alone.
 */
export const MANY_MARKS = '[\\p{M}\\uff9e\\uff9f]{14,}';

const RUNS = new RegExp(MANY_MARKS, 'gu');

/**
 * The marks that make a run of non-starters longer than that. Normalisation sorts each run, which
 * takes the square of its length. Neighbours are one span.
 */
export function findExcessMarks(text: string): Span[] {
  return Array.from(text.matchAll(RUNS), ({ 0: run, index }) => {
    const [before = ''] = [...text.slice(Math.max(0, index - 2), index)].slice(-1);
    return findInRun(run, index, countOn(0, before));
  }).flat();
}

/** `count` is how many non-starters stand right before the run. */
function findInRun(run: string, index: number, count: number): Span[] {
  const spans: Span[] = [];
  let kept = count;
  let start = index;
  for (const mark of run) {
    const end = start + mark.length;
    const reached = countOn(kept, mark);
    if (reached <= MAX_NON_STARTERS) kept = reached;
    else if (spans.at(-1)?.end === start) spans.push({ start: spans.pop()?.start ?? start, end });
    else spans.push({ start, end });
    start = end;
  }
  return spans;
}

/** How many non-starters a text ends with when a character follows those that it ended with. */
function countOn(count: number, character: string): number {
  let reached = count;
  for (const part of character.normalize('NFKD')) reached = isNonStarter(part) ? reached + 1 : 0;
  return reached;
}

/**
 * Canonical ordering (Unicode 16 §3.11) swaps neighbours of falling classes, and only where neither
 * is a starter. U+0345 has the highest class, U+0334 the lowest.
 */
function isNonStarter(character: string): boolean {
  return [`\u0345${character}`, `${character}\u0334`].some(
    (pair) => pair.normalize('NFD') !== pair,
  );
}
