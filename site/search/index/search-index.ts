import { fold } from '#dataset/fold.ts';
import {
  finishSearch,
  type SearchFilters,
  type SearchHits,
  type SearchSteps,
} from '../search-document.ts';
import { drainHits } from './drain-hits.ts';
import { FilterMasks } from './filter-masks.ts';
import { type BitRow, HitSet } from './hit-set.ts';
import { markText } from './mark-text.ts';
import type { SearchIndexData } from './search-index-data.ts';

/** Finds what `scanDocuments` finds, from an index. */
export class SearchIndex {
  readonly #data: SearchIndexData;
  readonly #masks: FilterMasks;
  // Empty sets to mark hits in, one for each search that has been under way at the same time.
  readonly #spare: HitSet[] = [];

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#masks = new FilterMasks(data);
  }

  /** How many documents there are. */
  get size(): number {
    return this.#data.size;
  }

  /** Searches at once: for small collections, or off the event loop. */
  search(filters: SearchFilters): SearchHits {
    return finishSearch(this.searchInSteps(filters));
  }

  /** Searches step by step. Where `visible` is given, only the documents in it can be found. */
  *searchInSteps(filters: SearchFilters, visible?: BitRow): SearchSteps {
    const range = this.#masks.dateRange(filters);
    const masks = this.#masks.masks(filters);
    if (masks === undefined || range.start === range.end) return { total: 0, positions: [] };
    if (visible !== undefined) masks.push(visible);

    const candidates = { range, masks };
    const hits = this.#spare.pop() ?? new HitSet(this.#data.size);
    yield* markText(this.#data.text, fold(filters.query ?? ''), candidates, hits);
    const found = yield* drainHits(hits, candidates, filters.limit);
    // A search that is given up on the way never comes here, and its marks are not seen again.
    this.#spare.push(hits);
    return found;
  }
}
