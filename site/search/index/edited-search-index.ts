import {
  createMatcher,
  finishSearch,
  type SearchDocument,
  type SearchFilters,
  type SearchHits,
  type SearchSteps,
} from '../search.ts';
import { rowLength } from './document-sets.ts';
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
export class EditedSearchIndex {
  readonly #index: SearchIndex;
  readonly #edits: SearchEdits;
  readonly #visible: Int32Array;

  constructor(index: SearchIndex, edits: SearchEdits) {
    this.#index = index;
    this.#edits = edits;
    this.#visible = new Int32Array(rowLength(index.size)).fill(-1);
    for (const position of edits.removed) {
      const word = position >>> 5;
      this.#visible[word] = (this.#visible[word] ?? 0) & ~(1 << (position & 31));
    }
  }

  /** How many documents there are. */
  get size(): number {
    return this.#index.size - this.#edits.removed.length + this.#edits.added.length;
  }

  /** Searches at once. */
  search(filters: SearchFilters): SearchHits {
    return finishSearch(this.searchInSteps(filters));
  }

  /** Searches step by step. */
  *searchInSteps(filters: SearchFilters): SearchSteps {
    const visible = { words: this.#visible, offset: 0 };
    const kept = yield* this.#index.searchInSteps(filters, visible);
    const matches = createMatcher(filters);
    const added: number[] = [];
    for (const [index, { position, document }] of this.#edits.added.entries()) {
      if (matches(document)) added.push(position);
      if (index % DOCUMENTS_A_STEP === DOCUMENTS_A_STEP - 1) yield;
    }
    const positions = [...this.#currentPositions(kept.positions), ...added].sort((a, b) => a - b);
    return { total: kept.total + added.length, positions: positions.slice(0, filters.limit) };
  }

  /** The positions, among the current documents, of documents of the index in ascending order. */
  #currentPositions(indexed: readonly number[]): number[] {
    const { removed, added } = this.#edits;
    let [before, above] = [0, 0];
    return indexed.map((position) => {
      while ((removed[before] ?? position) < position) before++;
      const kept = position - before;
      while ((added[above]?.position ?? Number.POSITIVE_INFINITY) <= kept + above) above++;
      return kept + above;
    });
  }
}
