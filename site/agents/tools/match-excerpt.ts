import { fold } from '#dataset/text/fold.ts';
import { type Range, unfold } from '#dataset/text/unfold.ts';

/** Maximum length of an excerpt in UTF-16 units, without its marks. */
export const EXCERPT_LENGTH = 280;

/** The place where a text first contains a phrase, as search finds it. */
export function findPhrase(text: string, phrase: string): Range | undefined {
  const sought = fold(phrase);
  const at = sought === '' ? -1 : fold(text).indexOf(sought);
  return at < 0 ? undefined : unfold(text, { start: at, end: at + sought.length });
}

/** The place where a text first has one of some folded names, as whole words. */
export function findName(text: string, names: readonly string[]): Range | undefined {
  const folded = names.length === 0 ? '' : fold(text);
  let [first, end] = [folded.length, 0];
  for (const name of names) {
    const at = placeOfWord(folded, name);
    const isBefore = at < first || (at === first && at + name.length > end);
    if (at >= 0 && isBefore) [first, end] = [at, at + name.length];
  }
  return end === 0 ? undefined : unfold(text, { start: first, end });
}

const LETTER = /[\p{L}\p{N}]/u;

function placeOfWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0 && word !== ''; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + word.length] ?? ''];
    if (!LETTER.test(before) && !LETTER.test(after)) return at;
  }
  return -1;
}

const MARK = '**';
const ELLIPSIS = '…';
/** A cut looks this far for the space between two words. */
const WORD_LENGTH = 20;

/** The part of a text around a match, which is between marks; `…` marks a cut. */
export function excerptOf(text: string, match?: Range): string {
  const { start, end } = windowOf(text, match);
  const [before, after] = [start > 0 ? ELLIPSIS : '', end < text.length ? ELLIPSIS : ''];
  if (!match) return `${before}${text.slice(start, end).trim()}${after}`;
  const matchEnd = Math.min(match.end, end);
  const marked = `${MARK}${text.slice(match.start, matchEnd)}${MARK}`;
  const lead = text.slice(start, match.start).trimStart();
  return `${before}${lead}${marked}${text.slice(matchEnd, end).trimEnd()}${after}`;
}

/** About a third of the room is before the match: the words after it say more. */
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
