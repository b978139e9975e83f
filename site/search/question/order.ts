import { compareTexts } from '#dataset/text/compare-texts.ts';

/** The orders of reviews. Those with equal stars are the newest first, those of one date by id. */
export const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type Sort = (typeof SORTS)[number];

/** A place in an order: a review stands there, or once stood. */
export type Place = {
  /** The date or the stars: what the order compares first. */
  readonly key: string | number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly id: string;
};

/** Where a review stands in an order. */
export function placeOf(
  review: { readonly id: string; readonly rating: number; readonly date: string },
  sort: Sort,
): Place {
  const { id, rating, date } = review;
  return { key: isByDate(sort) ? date : rating, date, id };
}

export function isByDate(sort: Sort): boolean {
  return sort === 'newest' || sort === 'oldest';
}

/** Whether the greatest key is first. */
export function isDescending(sort: Sort): boolean {
  return sort === 'newest' || sort === 'highest';
}

/** Compares two places in an order. */
export function comparePlaces(a: Place, b: Place, sort: Sort): number {
  if (a.key !== b.key) return a.key < b.key === isDescending(sort) ? 1 : -1;
  return compareTexts(b.date, a.date) || compareTexts(a.id, b.id);
}
