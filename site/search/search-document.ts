/**
 * What search needs to know of a review. A list of documents stands newest first, in the order of
 * `compareReviews`; a document's position in it is its identity.
 */
export type SearchDocument = {
  /** reviewBody as it was written: search folds it. */
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

/** What is asked. A document is found where every filter given holds of it. */
export type SearchFilters = {
  readonly rating?: number | undefined;
  readonly min_rating?: number | undefined;
  /** First and last day, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Folded text that the folded body has to contain; "" is contained in every body. */
  readonly query?: string | undefined;
  readonly technician?: string | undefined;
  readonly service?: string | undefined;
  /** How many positions are wanted. */
  readonly limit: number;
};

/** How many documents were found, and the positions of the first `limit` of them, ascending. */
export type SearchHits = { readonly total: number; readonly positions: readonly number[] };

/**
 * A search that can be interrupted: each `next()` does at most about a millisecond of work, and the
 * last one returns the hits. `finishSearch` and `SearchTurns` run it.
 */
export type SearchSteps = Generator<undefined, SearchHits, undefined>;

/** Runs a search to its end at once. */
export function finishSearch(steps: SearchSteps): SearchHits {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
