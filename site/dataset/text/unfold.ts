import { fold } from './fold.ts';

/** A part of a text, in UTF-16 units. */
export type Range = { readonly start: number; readonly end: number };

/** ASCII with single spaces folds unit by unit, other characters to one unit, several or none. */
const RUNS = /[!-~]+(?: [!-~]+)*|\s+|./gsu;

/**
 * Returns the part of a text that folds to a part of its fold: whole characters, with the accents
 * at its end, and all white space where that part begins or ends with a space.
 */
export function unfold(text: string, part: Range): Range {
  let [start, end] = [text.length, text.length];
  let [folded, isAfterBlank] = [0, false];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const made = fold(run);
    // Several white-space characters are one space.
    const isSame = isAfterBlank && made.startsWith(' ');
    const next = folded + made.length - (isSame ? 1 : 0);
    if (made !== '') isAfterBlank = made.endsWith(' ');
    const isPlain = run.charCodeAt(0) < 128 && made.length === run.length;
    if (part.start >= folded && part.start < next) {
      start = isPlain ? index + part.start - folded : index;
    }
    if (next > folded && part.end <= folded) return { start, end: index };
    if (isPlain && part.end < next) return { start, end: index + part.end - folded };
    folded = next;
  }
  return { start, end };
}
