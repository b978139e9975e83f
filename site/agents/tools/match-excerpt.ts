import { fold } from '#dataset/text/fold.ts';

/** Maximum length of an excerpt in UTF-16 units, without its marks. */
export const EXCERPT_LENGTH = 280;

/** Such a text folds to as many units: it need not be folded character by character. */
const ASCII = /^\p{ASCII}*$/u;

/** A part of a text, in UTF-16 units. */
export type Range = { readonly start: number; readonly end: number };

/** Where a text first holds a phrase as search finds it: whatever the case, accents and kind of quotes. */
export function findPhrase(text: string, phrase: string): Range | undefined {
  const sought = fold(phrase);
  if (sought === '') return undefined;
  if (ASCII.test(text)) {
    const start = text.toLowerCase().indexOf(sought);
    return start < 0 ? undefined : { start, end: start + sought.length };
  }
  const folded: string[] = [];
  // Where the character is that each folded unit comes from; some characters fold to several or none.
  const starts: number[] = [];
  let offset = 0;
  for (const character of text) {
    const units = fold(character);
    folded.push(units);
    for (let unit = 0; unit < units.length; unit++) starts.push(offset);
    offset += character.length;
  }
  const at = folded.join('').indexOf(sought);
  const start = starts[at];
  if (start === undefined) return undefined;
  const last = starts[at + sought.length - 1] ?? start;
  const end = starts.find((place, unit) => unit >= at + sought.length && place > last);
  return { start, end: end ?? text.length };
}

const MARK = '**';
const ELLIPSIS = '…';
/** A cut looks this far for the space between two words. */
const WORD_LENGTH = 20;

/** The part of a text around a match, which stands between marks; `…` is where it was cut. */
export function excerptOf(text: string, match?: Range): string {
  const { start, end } = windowOf(text, match);
  const [before, after] = [start > 0 ? ELLIPSIS : '', end < text.length ? ELLIPSIS : ''];
  if (!match) return `${before}${text.slice(start, end).trim()}${after}`;
  const matchEnd = Math.min(match.end, end);
  const marked = `${MARK}${text.slice(match.start, matchEnd)}${MARK}`;
  const lead = text.slice(start, match.start).trimStart();
  return `${before}${lead}${marked}${text.slice(matchEnd, end).trimEnd()}${after}`;
}

/** About a third of the room lies before the match: what follows says more. */
function windowOf(text: string, match: Range = { start: 0, end: 0 }): Range {
  if (text.length <= EXCERPT_LENGTH) return { start: 0, end: text.length };
  const room = EXCERPT_LENGTH - 2 * ELLIPSIS.length;
  const spare = Math.max(0, room - (match.end - match.start));
  const earliest = Math.max(0, Math.min(match.start - Math.floor(spare / 3), text.length - room));
  const start = startOfWord(text, earliest, match.start);
  return { start, end: endOfWord(text, Math.min(text.length, earliest + room), match.end) };
}

function startOfWord(text: string, at: number, most: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, Math.min(at + WORD_LENGTH, most)).search(/\s/);
  if (space >= 0) return at + space + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

function endOfWord(text: string, at: number, least: number): number {
  if (at === text.length) return at;
  const from = Math.max(at - WORD_LENGTH, least);
  const tail = text.slice(from, at);
  if (/\s\S*$/.test(tail)) return from + tail.search(/\s\S*$/);
  return isLowSurrogate(text, at) ? at - 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));
}
