/** The orders of reviews that can be asked for. Equal ones are the newest first, those of one date by id. */
export const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type Sort = (typeof SORTS)[number];

/** `best`: by the words of `words` that a review has, and those that are in its title. */
export type Order = Sort | 'best';

/** The order of the answer to a question: its own, or else the best first with words, and the newest without. */
export function orderOf(question: {
  readonly sort?: Sort | undefined;
  readonly words?: unknown;
}): Order {
  return question.sort ?? (question.words === undefined ? 'newest' : 'best');
}

/** A place in an order: a review is there, or once was. */
export type Place = {
  /** What the order compares first: the date, the stars, or the rank by words. */
  readonly key: string | number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly id: string;
};

export function isByDate(order: Order): boolean {
  return order === 'newest' || order === 'oldest';
}

/** Whether one key comes before another in an order. */
export function isBefore(key: Place['key'], other: Place['key'], order: Order): boolean {
  return order === 'oldest' || order === 'lowest' ? key < other : key > other;
}
