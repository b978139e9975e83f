import { fold } from '#dataset/text/fold.ts';
import { type Range, unfold } from '#dataset/text/unfold.ts';

/** The start of a text, on one line or as shaped, cut after a word and marked with an ellipsis where it is. */
export function excerptOf(text: string, most: number, shape = onOneLine): string {
  // Runs of white space are short, so that the rest of a long text need not be read.
  const line = shape(text.slice(0, most * 4));
  if (line.length <= most && text.length <= most * 4) return line;
  const whole = wholeCharacters(line, most - 1);
  const space = lastSpace(whole);
  // Scripts without spaces, and a single endless word, are cut between characters.
  const isWord = /\s/.test(line[whole.length] ?? '') || space < most / 2;
  return `${(isWord ? whole : whole.slice(0, space)).replace(/[\s,;:.–—-]+$/u, '')}…`;
}

/** A piece of a text; a match is text that was searched for. */
type TextPiece = { readonly text: string; readonly mark: 'match' | undefined };

/**
 * An excerpt of a text with the matches marked, which are found in the folded text. It begins at the start of
 * the text, or some words before the first match where that would not be in it, and keeps its first line breaks.
 */
export function excerptAround(text: string, sought: RegExp | undefined, most: number): TextPiece[] {
  if (sought === undefined) return [unmarked(excerptOf(text, most, onFewLines))];
  const lines = onFewLines(text);
  const [first] = matchesOf(lines, sought);
  if (first === undefined) return [unmarked(excerptOf(lines, most, onFewLines))];
  const start = first.end > most ? wordBefore(lines, first.start - Math.floor(most / 3)) : 0;
  const excerpt = (start > 0 ? '…' : '') + excerptOf(lines.slice(start), most, onFewLines);
  const pieces: TextPiece[] = [];
  let before = 0;
  for (const { start, end } of matchesOf(excerpt, sought)) {
    // Two may share a character, which is marked once: “s” is found twice in “ß”.
    const shared = start < before ? pieces.pop() : undefined;
    if (!shared) pieces.push(unmarked(excerpt.slice(before, start)));
    const text = (shared?.text ?? '') + excerpt.slice(shared ? before : start, end);
    pieces.push({ text, mark: 'match' });
    before = end;
  }
  return [...pieces, unmarked(excerpt.slice(before))].filter(({ text }) => text !== '');
}

function unmarked(text: string): TextPiece {
  return { text, mark: undefined };
}

function* matchesOf(text: string, sought: RegExp): Generator<Range> {
  for (const { 0: found, index: start } of fold(text.replaceAll('\n', ' ')).matchAll(sought)) {
    yield unfold(text, { start, end: start + found.length });
  }
}

/** The start of the word at a place, or before it. */
function wordBefore(line: string, at: number): number {
  return at <= 0 ? 0 : lastSpace(line.slice(0, at + 1)) + 1;
}

function lastSpace(text: string): number {
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** More line breaks than these would make an excerpt tall. */
const MAX_LINE_BREAKS = 6;

function onFewLines(text: string): string {
  let breaks = 0;
  return text
    .trim()
    .replace(/\s+/g, (gap) => (gap.includes('\n') && breaks++ < MAX_LINE_BREAKS ? '\n' : ' '));
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole characters as fit, so that no emoji or accent is torn apart. */
function wholeCharacters(text: string, most: number): string {
  const next = characters.segment(text).containing(most);
  return text.slice(0, next ? next.index : most);
}

/** The paragraphs of a plain text: blank lines part them, single line breaks stay inside. */
export function paragraphsOf(text: string): string[] {
  return paragraphRanges(text).map(({ start, end }) => text.slice(start, end));
}

/** The paragraphs as places in the text. */
export function paragraphRanges(text: string): Range[] {
  const ranges: Range[] = [];
  const add = (start: number, end: number) => {
    const [lead = ''] = /^\n+/.exec(text.slice(start, end)) ?? [];
    const trimmed = text.slice(start, end).trimEnd();
    if (trimmed.length > lead.length)
      ranges.push({ start: start + lead.length, end: start + trimmed.length });
  };
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(/\r?\n[^\S\n]*\r?\n/g)) {
    add(start, index);
    start = index + gap.length;
  }
  add(start, text.length);
  return ranges;
}
