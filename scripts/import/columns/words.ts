import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { fold } from '#dataset/text/fold.ts';

/** Lines of space-separated words. */
const Words = z
  .array(z.string())
  .default([])
  .transform((lines) => lines.flatMap((line) => line.split(/\s+/)).filter((word) => word !== ''));

/** Comma-separated terms of one word or several, each as `termOf` makes it of a cell. */
const Terms = z.string().transform((text) => new Set(text.split(',').map(termOf)));

const ColumnWords = z.strictObject({
  names: Words,
  heads: Words,
  needs: Words,
  helps: Words,
  nots: Words,
});

const File = z.object({
  columns: z.record(z.string(), ColumnWords),
  states: z.strictObject({
    headers: z.record(z.enum(['verified', 'hidden', 'shown', 'stated', 'maybe', 'consent']), Terms),
    nots: Words,
    negations: Words,
    plain: Terms,
    values: z.record(z.enum(['shown', 'hidden', 'yes', 'no', 'agreed', 'refused']), Terms),
  }),
  internal: Words,
  channels: Terms,
  platforms: z.string().transform((text) => text.split(',').map((name) => name.trim())),
  anonymous: Terms,
});

/** The words that identify columns and cells of exports. */
export const WORDS = File.parse(
  parse(readFileSync(join(import.meta.dirname, 'words.yaml'), 'utf8')),
);

/** Returns the words of a column: equal for "reviewerName", "reviewer.name" and "Reviewer Name". */
export function wordsOf(column: string): string[] {
  return fold(column.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['', 'of', 'the'].includes(word));
}

/** Returns the form in which cells are compared with terms: "Not-yet" is "not yet". */
export function termOf(text: string): string {
  return fold(text)
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
}

/** True for a text in place of a name. */
export function isAnonymous(name: string): boolean {
  return name === '' || WORDS.anonymous.has(termOf(name));
}
