import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { facetsOf } from './question/facets.ts';

/*
 * Questions about the published reviews: search, stats and since, over the bytes of reviews.json.
 *
 * A search goes from the parameters of a request (search-query.ts), whose names are looked up (names.ts),
 * through `createSearch` (run-search.ts) to the index of the release (index/search-index.ts), and the
 * positions found become an answer that is cut out of the serialized reviews (search-result.ts, corpus/).
 * It leads on to the next page by a cursor (cursor.ts), and says how to find more where little was found
 * (hints.ts). Statistics count what a search finds (stats.ts).
 *
 * The index is made whole by each build (build-search-index.ts) out of what each block of reviews adds to
 * it, which is remembered while the block stays the same (index-documents.ts). `createMatcher` defines what
 * a search finds: the index finds exactly the same, only faster.
 *
 * Searches share one thread with everything else, so they run in steps of about a millisecond, which
 * TimeSlicer interleaves.
 */

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

/** What search knows of a review; its position in the order of `compareReviews` identifies it. */
export type SearchDocument = {
  readonly id: string;
  /** reviewBody, the title and the name of the author, as written; search folds them. */
  readonly body: string;
  readonly title: string;
  readonly author: string;
  /** 1 to 5 in half steps. */
  readonly rating: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** What it bears of what can be asked for (facets.ts). */
  readonly facets: readonly string[];
};

/** A question. A document is found if every given filter matches. */
export type SearchFilters = {
  readonly rating?: number | undefined;
  readonly min_rating?: number | undefined;
  readonly max_rating?: number | undefined;
  /** First and last day, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Text that the folded body must contain once it is folded itself; "" is contained in every body. */
  readonly query?: string | undefined;
  /**
   * Words and quoted phrases (question/terms.ts) that a document must have in its body, title or author: all
   * of them, or, where no document has all, as many as those have that have the most.
   */
  readonly words?: string | undefined;
  /** What a document must bear, all of it. */
  readonly facets?: readonly string[] | undefined;
};

/** A question whose answer is a page of documents. */
export type PageQuery = SearchFilters & {
  /** By default the newest first, or the best where words are asked for. */
  readonly sort?: Sort | undefined;
  /** Where the page begins: behind this place in the order. */
  readonly after?: Place | undefined;
  /** Maximum number of positions returned. */
  readonly limit: number;
};

export type SearchHits = {
  /** The number of all documents found. */
  readonly total: number;
  /** Those of the page, in the order asked for. */
  readonly positions: readonly number[];
  /** Where words were asked for: how many of them each document found has. */
  readonly matched?: number | undefined;
  /** The rank of each document on the page: what `best` orders by. */
  readonly ranks?: readonly number[] | undefined;
};

/** Work in steps: each `next()` works for about a millisecond, the last one returns the result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Works to the end at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Folds a text as search does: half a surrogate pair, which UTF-8 cannot write, becomes U+FFFD. */
export function foldText(text: string): string {
  return fold(text).toWellFormed();
}

/**
 * A predicate for documents that a search without words finds: its definition, by which the index is
 * tested. `foldBody` may be the identity if bodies are folded.
 */
export function createMatcher(
  { rating, min_rating, max_rating, since, until, query, facets = [] }: SearchFilters,
  foldBody: (body: string) => string = foldText,
): (document: SearchDocument) => boolean {
  const text = foldText(query ?? '');
  return (document) =>
    (rating === undefined || document.rating === rating) &&
    (min_rating === undefined || document.rating >= min_rating) &&
    (max_rating === undefined || document.rating <= max_rating) &&
    (since === undefined || document.date >= since) &&
    (until === undefined || document.date <= until) &&
    facets.every((facet) => document.facets.includes(facet)) &&
    (text === '' || foldBody(document.body).includes(text));
}

/** The document of a published review. */
export function documentOf(review: Review): SearchDocument {
  return {
    id: review.id,
    body: review.reviewBody,
    title: review.name ?? '',
    author: review.author.name,
    rating: review.reviewRating.ratingValue,
    date: review.datePublished,
    facets: facetsOf(review),
  };
}
