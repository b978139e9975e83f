import { setImmediate } from 'node:timers/promises';
import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { type IndexedReview, readCorpus } from './corpus/corpus.ts';
import type { Pieces } from './corpus/pieces.ts';
import type { SearchQuery } from './search-query.ts';
import { TimeSlicer } from './time-slicer.ts';

/*
 * Questions about the published reviews: search and since, over the bytes of reviews.json.
 *
 * A search goes from the parameters of a request (search-query.ts) through `createSearch` below to the
 * index (index/search-index.ts, under the edits that it does not contain yet), and the positions found
 * become an answer that is cut out of the serialised reviews (search-result.ts, corpus/).
 * `createMatcher` defines what a search finds: the index finds exactly the same, only faster.
 *
 * Searches share one thread with everything else, so they run in steps of about a millisecond, which
 * TimeSlicer interleaves. More than MAX_SEARCHES at a time are answered `busy`.
 */

/** What search knows of a review; its position in the order of `compareReviews` identifies it. */
export type SearchDocument = {
  /** reviewBody as written; search folds it. */
  readonly body: string;
  /** 1 to 5 in half steps. */
  readonly rating: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Full names. */
  readonly technicians: readonly string[];
  /** Service ids. */
  readonly services: readonly string[];
};

/** A question. A document is found if every given filter matches. */
export type SearchFilters = {
  readonly rating?: number | undefined;
  readonly min_rating?: number | undefined;
  /** First and last day, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Text that the folded body must contain once it is folded itself; "" is contained in every body. */
  readonly query?: string | undefined;
  readonly technician?: string | undefined;
  readonly service?: string | undefined;
  /** Maximum number of positions returned. */
  readonly limit: number;
};

/** The number of documents found, and the positions of the first `limit` of them, ascending. */
export type SearchHits = { readonly total: number; readonly positions: readonly number[] };

/** A search in steps: each `next()` works for about a millisecond, the last one returns the hits. */
export type SearchSteps = Generator<undefined, SearchHits, undefined>;

/** An index, or one with edits on top. */
export type Searchable = { searchInSteps(filters: SearchFilters): SearchSteps };

/** Searches the reviews of one release; `busy` where MAX_SEARCHES are in flight. */
export type Search = (query: SearchQuery) => Promise<SearchHits | 'busy'>;

/** Each waits for all others, and holds memory meanwhile. */
export const MAX_SEARCHES = 1000;
export const SEARCH_BUSY = 'Too many searches are under way; ask again in a second.';

// Shared by all releases, as the event loop is.
let inFlight = 0;
const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });

/** Makes a search over an index; searches wait until the index is there. */
export function createSearch(
  index: Promise<Searchable>,
  resolveTechnician: ResolveTechnician,
): Search {
  // Prevents an unhandled rejection: the code that swaps the release reports the failure.
  index.catch(() => {});
  return async ({ mentions_technician, mentions_service, ...filters }) => {
    const technician =
      mentions_technician === undefined ? undefined : resolveTechnician(mentions_technician);
    if (mentions_technician !== undefined && technician === undefined) {
      return { total: 0, positions: [] };
    }
    if (inFlight >= MAX_SEARCHES) return 'busy';
    inFlight++;
    try {
      const opened = await index;
      const found = { ...filters, technician, service: mentions_service };
      return await slicer.run(opened.searchInSteps(found));
    } finally {
      inFlight--;
    }
  };
}

/** Runs a search to its end at once. */
export function finishSearch(steps: SearchSteps): SearchHits {
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
  filters: SearchFilters,
  foldBody: (body: string) => string = fold,
): (document: SearchDocument) => boolean {
  const { rating, min_rating, since, until, technician, service } = filters;
  const text = fold(filters.query ?? '');
  return (document) =>
    (rating === undefined || document.rating === rating) &&
    (min_rating === undefined || document.rating >= min_rating) &&
    (since === undefined || document.date >= since) &&
    (until === undefined || document.date <= until) &&
    (technician === undefined || document.technicians.includes(technician)) &&
    (service === undefined || document.services.includes(service)) &&
    (text === '' || foldBody(document.body).includes(text));
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
    body: review.reviewBody,
    rating: review.reviewRating.ratingValue,
    date: review.datePublished,
    technicians: review.mentionedTechnicians,
    services: review.mentionedServices,
  };
}

/** The full name of the technician that is called or has the id `asked`; undefined if nobody is. */
type ResolveTechnician = (asked: string) => string | undefined;

/** Makes a resolver of full names, aliases and ids, whatever their case and accents. */
export function createTechnicianResolver(technicians: readonly Named[]): ResolveTechnician {
  const names = new Map<string, string>();
  for (const { id, name, aliases } of technicians) {
    for (const called of [name, id, ...aliases]) names.set(fold(called), name);
  }
  return (asked) => names.get(fold(asked));
}
