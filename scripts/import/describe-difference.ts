import type { Difference } from './merge-review.ts';
import type { SourceValue } from './source-marks.ts';

/** What is shown of the text around a difference, and of a difference itself, in characters. */
const CONTEXT = 24;
const MOST_SHOWN = 160;

/** How a part of a review differs: of long texts the part that does, with a little around it. */
export function describeDifference({ stored, said }: Difference): {
  readonly stored: string;
  readonly said: string;
} {
  const [one, other] = cutToDifference(toText(stored), toText(said));
  return { stored: quote(stored, one), said: quote(said, other) };
}

function toText(value: SourceValue): string {
  if (typeof value !== 'object') return String(value ?? '');
  const { text, datePublished, dateModified } = value;
  return `${text} (${[datePublished, ...(dateModified ? [dateModified] : [])].join(', ')})`;
}

function quote(value: SourceValue, shown: string): string {
  if (value === undefined || value === '') return 'none';
  // A text shows its line breaks and where it ends; a rating needs neither.
  return typeof value === 'number' ? shown : JSON.stringify(shown);
}

function cutToDifference(a: string, b: string): [string, string] {
  const [one, other] = [[...a], [...b]];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [cut(one, start, end), cut(other, start, end)];
}

/** The characters but for those that both begin and both end with, with some words of these. */
function cut(text: readonly string[], start: number, end: number): string {
  const before = text.slice(Math.max(0, start - CONTEXT), start).join('');
  const after = text.slice(text.length - end, text.length - end + CONTEXT).join('');
  const lead = start > CONTEXT ? `…${before.replace(/^\S*\s+(?=\S)/u, '')}` : before;
  const tail = end > CONTEXT ? `${after.replace(/(?<=\S)\s+\S*$/u, '')}…` : after;
  return lead + shorten(text.slice(start, text.length - end)) + tail;
}

function shorten(text: readonly string[]): string {
  if (text.length <= MOST_SHOWN) return text.join('');
  const half = MOST_SHOWN / 2;
  const left = text.length - 2 * half;
  return `${text.slice(0, half).join('')} … ${left} characters … ${text.slice(-half).join('')}`;
}
