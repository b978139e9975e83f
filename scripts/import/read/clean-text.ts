import { removeUnsafe, type UnsafeKind } from '#dataset/read/unsafe-text.ts';
import type { Note } from './incoming-review.ts';

const LINE_BREAKS = /\r\n?/g;
const UNFIT = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\n\t]/gu;
/** Embeddings, overrides and isolates; direction marks stay. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

const NOTE_OF: Readonly<Record<UnsafeKind, Note>> = {
  override: 'directions-removed',
  isolate: 'directions-removed',
  tag: 'tags-removed',
  invisible: 'invisible-removed',
  variation: 'invisible-removed',
  marks: 'marks-cut',
};

/** A text of an export as it can be stored, and the changes that this required. */
export type Cleaned = { readonly text: string; readonly notes: readonly Note[] };

/**
 * Returns text fit for a file: line feeds only, no control characters except tab and line feed, no
 * lone surrogates or noncharacters (XML 1.0 §2.2 forbids them too), nothing that content may not
 * contain because it hides or turns text, and no white space around it. Everything else stays.
 */
export function cleanText(text: string): Cleaned {
  const lines = text.replace(LINE_BREAKS, '\n');
  const fit = lines.replace(UNFIT, '');
  const safe = removeUnsafe(fit);
  const notes = new Set([...safe.removed].map((kind) => NOTE_OF[kind]));
  if (fit !== lines) notes.add('control-characters');
  return { text: safe.text.trim(), notes: [...notes] };
}

/**
 * Returns one line of at most `limit` characters, without pairs of direction: initials would
 * separate them.
 */
export function cleanLine(text: string, limit = 500): Cleaned {
  const undirected = text.replace(DIRECTIONS, '');
  const clean = cleanText(undirected);
  const line = clean.text.replace(/\s+/g, ' ');
  const notes: Note[] = [...clean.notes];
  if (undirected !== text) notes.push('directions-removed');
  if (line.length <= limit) return { text: line, notes };
  // A cut through the flag of a region leaves tags.
  const { text: cut } = removeUnsafe(cutLine(line, limit));
  return { text: cut, notes: [...notes, 'line-shortened'] };
}

function cutLine(line: string, limit: number): string {
  if (line.length <= limit) return line;
  // A cut through a surrogate pair would leave half a character.
  const start = line.slice(0, limit - 1).replace(/\p{Cs}$/u, '');
  return `${start.trimEnd()}…`;
}

/** Returns the text that ids are made of if the source has none. Neither may ever change. */
export function textOfKey(text: string): string {
  return text.replace(LINE_BREAKS, '\n').replace(UNFIT, '').trim();
}

export function lineOfKey(text: string, limit: number): string {
  const line = textOfKey(text)
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return cutLine(line, limit);
}

/** Returns the form in which texts are compared: case, composition and spacing do not count. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const TRANSLATED = '(Translated by Google)';

// The text before a mark is checked once the mark is found: searching for the spaces first would
// take the square of their number.
const ORIGINAL_ON_A_LINE = /\(Original\)(?<=\n\s*\(Original\))/;
const ORIGINAL_BEHIND_A_BLANK = /\(Original\)(?<=\s\(Original\))/;
const TRANSLATED_BEHIND_A_BLANK = /\(Translated by Google\)(?<=\s\(Translated by Google\))(?=\s|$)/;

/** Returns a person's text, fit for a file, and the changes and omissions that this required. */
export function readText(written: string): Cleaned {
  const clean = cleanText(written);
  const { text, note } = originalText(clean.text);
  // An omitted part may have contained the other half of a pair.
  const whole = cleanText(text);
  return {
    text: whole.text,
    notes: [...new Set([...clean.notes, ...whole.notes, ...(note ? [note] : [])])],
  };
}

/** Returns a person's text, with the changes among the notes of a review. */
export function readNoted(written: string, notes: Note[]): string {
  const { text, notes: found } = readText(written);
  notes.push(...found);
  return text;
}

/** Returns a person's text without the translation that Google puts before or after it. */
export function originalText(text: string): { readonly text: string; readonly note?: Note } {
  const isTranslatedFirst = text.startsWith(TRANSLATED);
  if (isTranslatedFirst) {
    const { 0: mark = '', index = 0 } = ORIGINAL_ON_A_LINE.exec(text) ??
      ORIGINAL_BEHIND_A_BLANK.exec(text) ?? { 0: '' };
    const original = text.slice(index + mark.length).trimStart();
    if (mark !== '' && original !== '') return { text: original, note: 'translation-dropped' };
  }
  const translation = TRANSLATED_BEHIND_A_BLANK.exec(text);
  const original = text.slice(0, translation?.index ?? 0).trimEnd();
  if (original !== '') return { text: original, note: 'translation-dropped' };
  if (!isTranslatedFirst) return { text };
  return { text: text.slice(TRANSLATED.length).trimStart(), note: 'only-translated' };
}
