import { diff } from 'node:util';
import type { Difference } from './plan/merge-review.ts';
import type { SourceValue } from './plan/source-marks.ts';

/** The characters that are shown of a place and of the text around it. */
const CONTEXT = 24;
const MOST_SHOWN = 160;
/** Maximum places shown of two texts that differ nearly everywhere. */
const MOST_PLACES = 8;
/** The work grows with the square of the different words: more are taken for one place. */
const MOST_WORDS = 2_000;

type Range = { readonly start: number; readonly end: number };
type Place = { readonly one: Range; readonly other: Range };

const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Describes the difference in a part of a review: of long texts every different place, with some
 * context.
 */
export function describeDifference({ stored, said }: Difference): {
  readonly stored: string;
  readonly said: string;
} {
  const [one, other] = [toText(stored), toText(said)];
  const places = findPlaces(one, other);
  const shown = (side: keyof Place, text: string) =>
    show(
      text,
      places.map((place) => place[side]),
    );
  return { stored: quote(stored, shown('one', one)), said: quote(said, shown('other', other)) };
}

function toText(value: SourceValue): string {
  if (typeof value !== 'object') return String(value ?? '');
  const { text, datePublished, dateModified } = value;
  return `${text} (${[datePublished, ...(dateModified ? [dateModified] : [])].join(', ')})`;
}

function quote(value: SourceValue, shown: string): string {
  if (value === undefined || value === '') return 'none';
  // A text shows its line breaks and its end; a rating needs neither.
  return typeof value === 'number' ? shown : JSON.stringify(shown);
}

function findPlaces(one: string, other: string): Place[] {
  const places: Place[] = [];
  let [from, fromThere, at, there] = [0, 0, 0, 0];
  const close = () => {
    if (from === at && fromThere === there) return;
    const place = { one: { start: from, end: at }, other: { start: fromThere, end: there } };
    places.push(trim(place, one, other));
  };
  for (const [kind, { length }] of compareWords(wordsIn(one), wordsIn(other))) {
    if (kind === BOTH) close();
    if (kind !== OTHER) at += length;
    if (kind !== ONE) there += length;
    if (kind === BOTH) [from, fromThere] = [at, there];
  }
  close();
  return places;
}

/** The list that contains a word, as `diff` of node:util reports it of its first and its second. */
const [ONE, BOTH, OTHER] = [1, 0, -1];

function compareWords(one: readonly string[], other: readonly string[]): [number, string][] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const as =
    (kind: number) =>
    (word: string): [number, string] => [kind, word];
  const differing =
    Math.max(left.length, right.length) <= MOST_WORDS
      ? diff(left, right)
      : [...left.map(as(ONE)), ...right.map(as(OTHER))];
  const tail = one.slice(one.length - end).map(as(BOTH));
  return [...one.slice(0, start).map(as(BOTH)), ...differing, ...tail];
}

function wordsIn(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Returns a place without the characters at which both begin and end alike. */
function trim({ one, other }: Place, text: string, otherText: string): Place {
  const a = [...text.slice(one.start, one.end)];
  const b = [...otherText.slice(other.start, other.end)];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const before = a.slice(0, start).join('').length;
  const behind = a.slice(a.length - end).join('').length;
  const cut = (range: Range) => ({ start: range.start + before, end: range.end - behind });
  return { one: cut(one), other: cut(other) };
}

/** Returns a text, with "…" for parts that are equal in both and far from all differences. */
function show(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let end = 0;
  for (const [index, range] of ranges.slice(0, MOST_PLACES).entries()) {
    const between = text.slice(end, range.start);
    const tail = index === 0 ? '' : endOfWords(between.slice(0, CONTEXT));
    const isFar = between.length > (index === 0 ? CONTEXT : 2 * CONTEXT);
    shown += isFar ? `${tail}…${startOfWords(between.slice(-CONTEXT))}` : between;
    shown += shorten(text.slice(range.start, range.end));
    end = range.end;
  }
  if (ranges.length > MOST_PLACES) {
    return `${shown}… and in ${ranges.length - MOST_PLACES} more places`;
  }
  const rest = text.slice(end);
  return shown + (rest.length > CONTEXT ? `${endOfWords(rest.slice(0, CONTEXT))}…` : rest);
}

/** Returns text without half a word, or half a character, at the beginning. */
function startOfWords(text: string): string {
  return text.replace(/^\S*\s+(?=\S)|^\p{Cs}/u, '');
}

function endOfWords(text: string): string {
  return text.replace(/(?<=\S)\s+\S*$|\p{Cs}$/u, '');
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MOST_SHOWN) return text;
  const half = MOST_SHOWN / 2;
  const left = characters.length - MOST_SHOWN;
  return `${characters.slice(0, half).join('')} … ${left} characters … ${characters.slice(-half).join('')}`;
}
