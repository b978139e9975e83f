import { type Cleaned, cleanText } from './clean-text.ts';
import type { Note } from './notes.ts';

const TRANSLATED = '(Translated by Google)';

// What stands before a mark is looked at where the mark is found: searching for the blanks first
// would take the square of their number.
const ORIGINAL_ON_A_LINE = /\(Original\)(?<=\n\s*\(Original\))/;
const ORIGINAL_BEHIND_A_BLANK = /\(Original\)(?<=\s\(Original\))/;
const TRANSLATED_BEHIND_A_BLANK = /\(Translated by Google\)(?<=\s\(Translated by Google\))(?=\s|$)/;

/** What a person wrote, fit for a file, and what was changed or left out for that. */
export function readText(written: string): Cleaned {
  const clean = cleanText(written);
  const { text, note } = originalText(clean.text);
  // What is left out may have held the other half of a pair.
  const whole = cleanText(text);
  return {
    text: whole.text,
    notes: [...new Set([...clean.notes, ...whole.notes, ...(note ? [note] : [])])],
  };
}

/** What a person wrote, without the translation that Google puts before or after it. */
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
