import { fold } from '#dataset/text/fold.ts';
import type { Note } from './incoming-review.ts';
import words from './value-words.json' with { type: 'json' };

/**
 * A rating as written: "4,5", "8/10", "85 %", "★★★½☆", "FIVE" or "5 estrellas"; `outOf` if it states
 * the highest one.
 */
export type WrittenRating = { readonly value: number; readonly outOf?: number };

export type RatingScale = 5 | 10 | 100;

const NUMBERS = new Map(Object.entries(words.numbers));
const MEANINGLESS = new Set(words.ratings.split(' '));
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const WRITTEN = new RegExp(
  String.raw`^[\s:]*(?<value>${NUMBER})(?<half>½)?[\s-]*(?:(?:/|(?:${words.of})\b)\s*(?<outOf>${NUMBER})|(?<percent>%))?[\s-]*$`,
);
const GLYPHS = /^([★⭐🌟●]+)(½?)([☆○]*)$/u;

/** Returns a rating in any notation; undefined for any other text, such as a longer one. */
export function parseRating(text: string): WrittenRating | undefined {
  if (text.length > 100) return undefined;
  // Folding turns full-width digits into plain ones, and would turn a half into 1/2.
  const bare = text.split('½').map(fold).join('½').replaceAll('\ufe0f', '').trim();
  const plain = bare
    .replace(GLYPHS, (all, full: string, half: string, empty: string) => {
      const value = `${[...full].length}${half}`;
      return empty === '' ? value : `${value}/${[...all].length}`;
    })
    .replace(/[a-z]+/g, (word) => NUMBERS.get(word) ?? (MEANINGLESS.has(word) ? '' : word));
  const { value, half, percent, outOf } = WRITTEN.exec(plain)?.groups ?? {};
  if (value === undefined) return undefined;
  const most = percent ? 100 : toNumber(outOf);
  return { value: toNumber(value) + (half ? 0.5 : 0), ...(most > 0 && { outOf: most }) };
}

function toNumber(text = ''): number {
  return Number(text.replace(',', '.'));
}

/**
 * Returns the rating in stars, a whole or a half one from 1 to 5, or the reason why it has none.
 * The scale is of those that do not state theirs.
 */
export function toStars(
  { value, outOf }: WrittenRating,
  scale: RatingScale,
): { readonly rating: number; readonly notes: readonly Note[] } | { readonly fault: string } {
  const most = outOf ?? scale;
  // A percentage may be 0; on the other scales, 0 means that there is no rating.
  const lowest = most === 100 ? 0 : 1;
  if (value < lowest || value > most) {
    return { fault: `the rating ${value} is outside the scale ${lowest} to ${most}` };
  }
  const stars = (value / most) * 5;
  const rating = Math.max(1, Math.round(stars * 2) / 2);
  return { rating, notes: rating === stars ? [] : ['rating-rounded'] };
}
