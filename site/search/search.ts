import { fold } from '#dataset/text/fold.ts';
import { type IndexedReview, readCorpus } from './corpus/corpus.ts';
import type { Pieces } from './corpus/pieces.ts';
import type { Counts } from './facet-counts.ts';
import { facetsOf } from './question/facets.ts';
import type { Place, Sort } from './question/order.ts';

/*
 * Questions about the published reviews: search, stats and since, over the bytes of reviews.json.
 *
 * A search goes from the parameters of a request (search-query.ts), whose names are looked up
 * (names.ts), through `createSearch` (run-search.ts) to the index (index/search-index.ts, under the edits that it
 * does not contain yet), and the positions found become an answer that is cut out of the serialised
 * reviews (search-result.ts, corpus/). It leads on to the next page by a cursor (cursor.ts), and says
 * how to find more where nothing was found (hints.ts). Statistics count what a search finds (stats.ts).
 * `createMatcher` and `comparePlaces` define what a search finds and in which order: the index finds
 * exactly the same, only faster.
 *
 * Searches share one thread with everything else, so they run in steps of about a millisecond, which
 * TimeSlicer interleaves. More than MAX_SEARCHES at a time are answered `busy`.
 */

/** What search knows of a review; its position in the order of `compareReviews` identifies it. */
export type SearchDocument = {
  readonly id: string;
  /** The title, and reviewBody, as written; search folds them. */
  readonly title: string;
  readonly body: string;
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
  /** What a document must bear, all of it. */
  readonly facets?: readonly string[] | undefined;
};

/** A question whose answer is a page of documents. */
export type PageQuery = SearchFilters & {
  /** Newest first by default. */
  readonly sort?: Sort | undefined;
  /** Where the page begins: behind this place in the order. */
  readonly after?: Place | undefined;
  /** Maximum number of positions returned. */
  readonly limit: number;
};

/** The number of all documents found, and the positions of the page, in the order asked for. */
export type SearchHits = { readonly total: number; readonly positions: readonly number[] };

/** Work in steps: each `next()` works for about a millisecond, the last one returns the result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** An index, or one with edits on top. */
export type Searchable = {
  searchInSteps(query: PageQuery): Steps<SearchHits>;
  countInSteps(filters: SearchFilters): Steps<Counts>;
  countTitlesInSteps(filters: SearchFilters): Steps<number>;
};

/** Works to the end at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * A predicate for documents that a search finds: the definition of search, with which edits are
 * searched and the index is tested. `foldBody` may be the identity if bodies are folded.
 */
export function createMatcher(
  { query, ...filters }: SearchFilters,
  foldBody: (body: string) => string = fold,
): (document: SearchDocument) => boolean {
  const passes = createFilter(filters);
  const text = fold(query ?? '');
  return (document) => passes(document) && (text === '' || foldBody(document.body).includes(text));
}

/** The same for documents whose title holds the text, and without a text for none. */
export function createTitleMatcher({
  query,
  ...filters
}: SearchFilters): (document: SearchDocument) => boolean {
  const passes = createFilter(filters);
  const text = fold(query ?? '');
  return (document) => text !== '' && passes(document) && fold(document.title).includes(text);
}

function createFilter({
  rating,
  min_rating,
  max_rating,
  since,
  until,
  facets = [],
}: Omit<SearchFilters, 'query'>): (document: SearchDocument) => boolean {
  return (document) =>
    (rating === undefined || document.rating === rating) &&
    (min_rating === undefined || document.rating >= min_rating) &&
    (max_rating === undefined || document.rating <= max_rating) &&
    (since === undefined || document.date >= since) &&
    (until === undefined || document.date <= until) &&
    facets.every((facet) => document.facets.includes(facet));
}

/** The documents of reviews.json, newest first. */
export function readSearchDocuments(reviewsJson: Pieces): SearchDocument[] {
  const documents: SearchDocument[] = [];
  readCorpus(reviewsJson, (review) => {
    documents.push(documentOf(review));
  });
  return documents;
}

/** The document of a published review. */
export function documentOf(review: IndexedReview): SearchDocument {
  return {
    id: review.id,
    title: review.name ?? '',
    body: review.reviewBody,
    rating: review.reviewRating.ratingValue,
    date: review.datePublished,
    facets: facetsOf(review),
  };
}
