import { removeUnsafe } from '#dataset/read/unsafe-text.ts';
import type { HttpUrl, LanguageTag } from '#dataset/schema/scalars.ts';
import type { SourceField } from '#dataset/schema/source-fields.ts';
import { readMarkup } from './html-text.ts';
import type { Note } from './incoming-review.ts';

const LINE_BREAKS = /\r\n?/g;
const UNFIT = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\n\t]/gu;
/** Embeddings, overrides and isolates; direction marks stay. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * Returns text with line feeds only, no control characters except tab and line feed, no lone
 * surrogates or noncharacters (XML 1.0 §2.2 forbids them too), and nothing that content may not
 * contain because it hides or turns text. Everything else stays.
 */
export function removeHidden(text: string): string {
  return removeUnsafe(text.replace(LINE_BREAKS, '\n').replace(UNFIT, ''));
}

/** Returns text fit for a file, without white space around it. */
export function cleanText(text: string, notes?: Set<Note>): string {
  const safe = removeHidden(text);
  if (safe !== text.replace(LINE_BREAKS, '\n')) notes?.add('hidden-removed');
  return safe.trim();
}

/** Returns one line, without pairs of direction: initials would separate them. */
export function cleanLine(text: string, limit = 500, notes?: Set<Note>): string {
  const undirected = text.replace(DIRECTIONS, '');
  if (undirected !== text) notes?.add('hidden-removed');
  const line = cleanText(undirected, notes).replace(/\s+/g, ' ');
  if (line.length > limit) notes?.add('value-dropped');
  // A cut through the flag of a region leaves tags.
  return removeUnsafe(cutLine(line, limit));
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

/** Returns a person's text without the translation that Google puts before or after it. */
export function originalText(text: string, notes?: Set<Note>): string {
  const isFirst = text.startsWith(TRANSLATED);
  const mark = ORIGINAL_ON_A_LINE.exec(text) ?? ORIGINAL_BEHIND_A_BLANK.exec(text);
  const behind = isFirst && mark ? text.slice(mark.index + mark[0].length).trimStart() : '';
  const translation = TRANSLATED_BEHIND_A_BLANK.exec(text);
  const original = behind || text.slice(0, translation?.index ?? 0).trimEnd();
  if (original !== '') {
    notes?.add('translation-dropped');
    return original;
  }
  if (!isFirst) return text;
  notes?.add('only-translated');
  return text.slice(TRANSLATED.length).trimStart();
}

/** Makes the texts of one row fit for a file, and notes each adjustment. */
export class RowTexts {
  readonly notes = new Set<Note>();
  /** The parts that the row has, but that cannot be read. */
  readonly unreadable = new Set<SourceField>();
  readonly #isMarkup: boolean;

  constructor(isMarkup: boolean) {
    this.#isMarkup = isMarkup;
  }

  /** Returns the text of a cell without HTML; ids and sources stay as they are. */
  plain(cell: string): string {
    const text = this.#isMarkup ? readMarkup(cell) : cell;
    if (text !== cell) this.notes.add('html-read');
    return text;
  }

  /** Returns a person's text, which may have several lines. */
  text(cell: string): string {
    return cleanText(originalText(this.plain(cell).trim(), this.notes), this.notes);
  }

  line(text: string, limit?: number): string {
    return cleanLine(text, limit, this.notes);
  }

  /** Returns a name or an id; undefined for an email address, which is never stored. */
  name(text: string, limit: number): string | undefined {
    const line = this.line(text, limit);
    if (!isEmail(line)) return line;
    this.notes.add('email-dropped');
    return undefined;
  }

  /** Returns a value that the schema of a part accepts, if there is one. */
  value(cell: string, field: SourceField, schema: typeof HttpUrl | typeof LanguageTag) {
    const value = cleanText(cell, this.notes);
    return value === '' ? undefined : (schema.safeParse(value).data ?? this.drop(field));
  }

  /** Notes that a part cannot be read. */
  drop(field: SourceField): undefined {
    this.notes.add('value-dropped');
    this.unreadable.add(field);
  }
}
