import type { Note } from './notes.ts';

const ORIGINAL_LAST = /^\(Translated by Google\)\s*[\s\S]*?\n\s*\(Original\)\s*([\s\S]*)$/;
const ORIGINAL_LAST_INLINE = /^\(Translated by Google\)\s*[\s\S]*?\s\(Original\)\s*([\s\S]*)$/;
const ORIGINAL_FIRST = /^([\s\S]*?)\s+\(Translated by Google\)(?:\s[\s\S]*)?$/;
const ONLY_TRANSLATED = /^\(Translated by Google\)\s*([\s\S]*)$/;

/** What a person wrote, without the translation that Google puts before or after it. */
export function originalText(text: string): { readonly text: string; readonly note?: Note } {
  const match =
    ORIGINAL_LAST.exec(text) ?? ORIGINAL_LAST_INLINE.exec(text) ?? ORIGINAL_FIRST.exec(text);
  if (match?.[1]) return { text: match[1], note: 'translation-dropped' };
  const translated = ONLY_TRANSLATED.exec(text);
  if (translated) return { text: translated[1] ?? '', note: 'only-translated' };
  return { text };
}
