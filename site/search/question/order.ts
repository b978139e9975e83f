import { compareTexts } from '#dataset/edits/list-edit.ts';

/** The orders of reviews. Those that are equal in date, or in stars, follow one another by id. */
export const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type Sort = (typeof SORTS)[number];

/** A place in an order: a review stands there, or once stood. */
export type Place = {
  /** The date, YYYY-MM-DD, or the stars: what the order compares first. */
  readonly key: string | number;
  readonly id: string;
};

/** Where a review stands in an order. */
export function placeOf(
  review: { readonly id: string; readonly rating: number; readonly date: string },
  sort: Sort,
): Place {
  return { key: isByDate(sort) ? review.date : review.rating, id: review.id };
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
  if (a.key === b.key) return compareTexts(a.id, b.id);
  return a.key < b.key === isDescending(sort) ? 1 : -1;
}
