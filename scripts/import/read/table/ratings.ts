import { ImportRefusal } from '../../import-refusal.ts';
import type { Note } from '../incoming-review.ts';

/** A rating as written: "4,5", "8/10", "★★★★☆", "3 stars" or "5 star rating". */
export type WrittenRating = { readonly value: number; readonly outOf?: number };

export type RatingScale = 5 | 10 | 100;

const WRITTEN =
  /^(?:rated\s+)?(?<value>\d+(?:[.,]\d+)?)[\s-]*(?:(?:\/|out of|of)\s*(?<outOf>\d+)|%|stars?)?(?:\s+(?:stars?|rating|review))*$/i;
const GLYPHS = /^(?<full>[★⭐]+)(?<empty>☆*)$/u;

/**
 * Ratings are never longer in any notation; spaces between their parts would take long to split.
 */
const MAX_RATING_LENGTH = 100;

export function parseRating(text: string): WrittenRating | undefined {
  // NFKC turns full-width digits into plain ones.
  const bare = text.normalize('NFKC').replaceAll('\ufe0f', '').trim();
  if (bare.length > MAX_RATING_LENGTH) return undefined;
  const glyphs = GLYPHS.exec(bare)?.groups;
  if (glyphs) {
    const full = [...(glyphs.full ?? '')].length;
    const empty = glyphs.empty?.length ?? 0;
    return { value: full, ...(empty > 0 && { outOf: full + empty }) };
  }
  const groups = WRITTEN.exec(bare)?.groups;
  if (groups?.value === undefined) return undefined;
  const value = Number(groups.value.replace(',', '.'));
  const outOf = bare.endsWith('%') ? 100 : groups.outOf && Number(groups.outOf);
  return { value, ...(outOf && { outOf }) };
}

/**
 * Returns the scale that ratings state ("8/10"), else 5. Refuses if one exceeds it: a 4 would be
 * ambiguous.
 */
export function findScale(
  column: string,
  ratings: readonly { readonly place: string; readonly rating: WrittenRating }[],
): RatingScale {
  const stated = new Set(ratings.map(({ rating }) => rating.outOf ?? 0));
  const [only] = stated;
  if (stated.size === 1 && (only === 5 || only === 10 || only === 100)) return only;
  const tooHigh = ratings.filter(({ rating }) => (rating.outOf ?? rating.value) > 5);
  const [first] = tooHigh;
  if (first === undefined) return 5;
  const highest = Math.max(...new Set(tooHigh.map(({ rating }) => rating.outOf ?? rating.value)));
  throw new ImportRefusal(
    `The column "${column}" has ${tooHigh.length} ratings above 5 (up to ${highest}, first at ${first.place}) and ${ratings.length - tooHigh.length} up to 5, so its scale is unclear; set ratingScale: 5, 10 or 100 in a map.yaml and pass --map map.yaml`,
  );
}

/**
 * Returns the rating in stars, a whole or a half one from 1 to 5, or the reason why it has none on
 * this scale.
 */
export function toStars(
  { value, outOf }: WrittenRating,
  scale: RatingScale,
): { readonly rating: number; readonly notes: readonly Note[] } | { readonly fault: string } {
  if (outOf !== undefined && outOf !== scale) {
    return { fault: `the rating ${value}/${outOf} is on another scale than ${scale}` };
  }
  // A percentage may be 0; on the other scales, 0 means that there is no rating.
  const lowest = scale === 100 ? 0 : 1;
  if (value < lowest || value > scale) {
    return { fault: `the rating ${value} is outside the scale ${lowest} to ${scale}` };
  }
  const stars = (value / scale) * 5;
  if (stars < 1) return { rating: 1, notes: ['rating-raised'] };
  const rating = Math.round(stars * 2) / 2;
  return { rating, notes: rating === stars ? [] : ['rating-rounded'] };
}
