import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { facetsOf } from './question/facets.ts';
import type { FilterQuery } from './question/search-query.ts';

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
 * it, which is remembered while the block stays the same (index-documents.ts).
 *
 * Searches share one thread with everything else. One that asks several questions, for hints and counts,
 * lets other work come in between.
 */

/** The orders of reviews. Equal ones are the newest first, those of one date by id. */
export const SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type Sort = (typeof SORTS)[number];

/** `best`: by the number of matching words, and of those in the title. */
export type Order = Sort | 'best';

/** The order of the answer to a question: its own, or else `best` with words, else the newest. */
export function orderOf(question: {
  readonly sort?: Sort | undefined;
  readonly words?: unknown;
}): Order {
  return question.sort ?? (question.words === undefined ? 'newest' : 'best');
}

/** A place in an order: of a review that is or was there. */
export type Place = {
  /** The first value that the order compares: the date, the stars, or the rank by words. */
  readonly key: string | number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly id: string;
};

export function isByDate(order: Order): boolean {
  return order === 'newest' || order === 'oldest';
}

/** True if one key comes before another in an order. */
export function isBefore(key: Place['key'], other: Place['key'], order: Order): boolean {
  return order === 'oldest' || order === 'lowest' ? key < other : key > other;
}

/** A review as search knows it; its position in the order of `compareReviews` identifies it. */
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
  /** Its facets (facets.ts). */
  readonly facets: readonly string[];
};

/** A question. A document is found if every given filter matches. */
export type SearchFilters = Pick<
  FilterQuery,
  'rating' | 'min_rating' | 'max_rating' | 'since' | 'until' | 'query' | 'words'
> & {
  /** Facets that a document must have, all of them. */
  readonly facets?: readonly string[] | undefined;
};

/** A question whose answer is a page of documents. */
export type PageQuery = SearchFilters & {
  /** By default the newest first, or the best with words. */
  readonly sort?: Sort | undefined;
  /** The page begins behind this place in the order. */
  readonly after?: Place | undefined;
  /** Maximum number of positions returned. */
  readonly limit: number;
};

export type SearchHits = {
  /** The number of all documents found. */
  readonly total: number;
  /** The positions of the page, in the requested order. */
  readonly positions: readonly number[];
  /** The number of words that each document found has, if words were asked for. */
  readonly matched?: number | undefined;
  /** The rank of each document on the page: what `best` orders by. */
  readonly ranks?: readonly number[] | undefined;
};

/** Folds a text as search does: half a surrogate pair, which UTF-8 lacks, becomes U+FFFD. */
export function foldText(text: string): string {
  return fold(text).toWellFormed();
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
