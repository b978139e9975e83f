import { comparePlaces, placeOf } from '#search/question/order.ts';
import {
  addHistogram,
  type Counts,
  countDocument,
  createCounts,
  histogramAt,
} from '../facet-counts.ts';
import {
  createMatcher,
  createTitleMatcher,
  finishSteps,
  type PageQuery,
  type Searchable,
  type SearchDocument,
  type SearchFilters,
  type SearchHits,
  type Steps,
} from '../search.ts';
import { type BitRow, rowLength } from './document-sets.ts';
import type { SearchIndex } from './search-index.ts';

/** Reading this many documents takes about a millisecond. */
const DOCUMENTS_A_STEP = 64;

/** A document that an index does not hold yet, and its position among the current ones. */
export type AddedDocument = { readonly position: number; readonly document: SearchDocument };

/** How the current documents differ from those of an index. */
export type SearchEdits = {
  /** Positions in the index whose documents were removed or changed, ascending. */
  readonly removed: readonly number[];
  /** The documents that are new or changed, by position among the current ones, ascending. */
  readonly added: readonly AddedDocument[];
};

/**
 * Answers for the current documents from the index of earlier ones, so that an edit need not wait
 * for a build: removed documents are masked out, added ones scanned, and positions in the index
 * become positions among the current documents. It costs little for some hundred edits; a worker
 * then builds the next index, and edits made meanwhile go on top of that.
 */
export class EditedSearchIndex implements Searchable {
  readonly #index: SearchIndex;
  readonly #edits: SearchEdits;
  /** Undefined where no document is hidden: then whole ranges can be listed. */
  readonly #visible: BitRow | undefined;

  constructor(index: SearchIndex, edits: SearchEdits) {
    this.#index = index;
    this.#edits = edits;
    this.#visible = edits.removed.length > 0 ? hide(edits.removed, index.size) : undefined;
  }

  /** How many documents there are. */
  get size(): number {
    return this.#index.size - this.#edits.removed.length + this.#edits.added.length;
  }

  /** Searches at once. */
  search(query: PageQuery): SearchHits {
    return finishSteps(this.searchInSteps(query));
  }

  /** Searches step by step. */
  *searchInSteps(query: PageQuery): Steps<SearchHits> {
    const { sort = 'newest', after, limit } = query;
    const kept = yield* this.#index.searchInSteps(query, this.#visible);
    const added = yield* this.#added(createMatcher(query));
    const onPage = [
      ...this.#currentPositions(kept.positions).map((position, at) => ({
        position,
        place: this.#index.placeOf(kept.positions[at] ?? 0, sort),
      })),
      ...added
        .map(({ position, document }) => ({ position, place: placeOf(document, sort) }))
        .filter(({ place }) => after === undefined || comparePlaces(place, after, sort) > 0),
    ];
    onPage.sort((a, b) => comparePlaces(a.place, b.place, sort));
    const positions = onPage.slice(0, limit).map(({ position }) => position);
    return { total: kept.total + added.length, positions };
  }

  /** Counts what is found, step by step. */
  *countInSteps(filters: SearchFilters): Steps<Counts> {
    const kept = yield* this.#index.countInSteps(filters, this.#visible);
    const counts = createCounts();
    for (const { document } of yield* this.#added(createMatcher(filters))) {
      countDocument(counts, document);
    }
    addHistogram(counts.ratings, kept.ratings);
    for (const by of ['months', 'facets'] as const) {
      for (const [key, histogram] of kept[by])
        addHistogram(histogramAt(counts[by], key), histogram);
    }
    return counts;
  }

  /** The number of documents whose title holds the text of a query and that pass its other filters. */
  *countTitlesInSteps(filters: SearchFilters): Steps<number> {
    const kept = yield* this.#index.countTitlesInSteps(filters, this.#visible);
    const added = yield* this.#added(createTitleMatcher(filters));
    return kept + added.length;
  }

  *#added(matches: (document: SearchDocument) => boolean): Steps<AddedDocument[]> {
    const found: AddedDocument[] = [];
    for (const [index, added] of this.#edits.added.entries()) {
      if (matches(added.document)) found.push(added);
      if (index % DOCUMENTS_A_STEP === DOCUMENTS_A_STEP - 1) yield;
    }
    return found;
  }

  /** The positions, among the current documents, of documents of the index. */
  #currentPositions(indexed: readonly number[]): number[] {
    const { removed, added } = this.#edits;
    let [before, above] = [0, 0];
    const current = new Map<number, number>();
    for (const position of indexed.toSorted((a, b) => a - b)) {
      while ((removed[before] ?? position) < position) before++;
      const kept = position - before;
      while ((added[above]?.position ?? Number.POSITIVE_INFINITY) <= kept + above) above++;
      current.set(position, kept + above);
    }
    return indexed.map((position) => current.get(position) ?? 0);
  }
}

/** All documents but some. */
function hide(positions: readonly number[], size: number): BitRow {
  const words = new Int32Array(rowLength(size)).fill(-1);
  for (const position of positions) {
    const word = position >>> 5;
    words[word] = (words[word] ?? 0) & ~(1 << (position & 31));
  }
  return { words, offset: 0 };
}
