import { fold } from '#dataset/text/fold.ts';
import { type Place, placeOf, type Sort } from '#search/question/order.ts';
import { type Counts, createCounts } from '../facet-counts.ts';
import {
  finishSteps,
  type PageQuery,
  type Searchable,
  type SearchFilters,
  type SearchHits,
  type Steps,
} from '../search.ts';
import { collectHits, listRange, listRow } from './collect-hits.ts';
import { countFacets } from './count-facets.ts';
import { DocumentOrders, idOf } from './document-orders.ts';
import { type BitRow, type Candidates, HitSet } from './document-sets.ts';
import { FilterMasks } from './filter-masks.ts';
import { dateOf, type SearchIndexData } from './index-data.ts';
import { markText } from './text/mark-text.ts';
import { countTitles } from './titles.ts';

/**
 * Finds exactly what a scan with `createMatcher` finds, from an index. All filters but the text become
 * a range of documents (dates descend) and rows of bits to intersect with (ratings, facets): the
 * *candidates* (filter-masks.ts). The text marks documents in a set of bits (text/): a text within one
 * term is looked up among the letters of the dictionary, a text of several terms among the terms of the
 * texts, common short texts have rows that are stored with the index. Marked candidates are the hits,
 * which are listed in an order (document-orders.ts, collect-hits.ts) or counted (count-facets.ts).
 * Every loop yields after about a millisecond of work.
 */
export class SearchIndex implements Searchable {
  readonly #data: SearchIndexData;
  readonly #masks: FilterMasks;
  readonly #orders: DocumentOrders;
  // Empty sets to mark hits in: as many as searches were ever in flight at the same time.
  readonly #spare: HitSet[] = [];

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#masks = new FilterMasks(data);
    this.#orders = new DocumentOrders(data);
  }

  /** The number of documents. */
  get size(): number {
    return this.#data.size;
  }

  /** Searches at once: for small collections, or off the event loop. */
  search(query: PageQuery): SearchHits {
    return finishSteps(this.searchInSteps(query));
  }

  /** Searches step by step. Where `visible` is given, only the documents in it can be found. */
  *searchInSteps(query: PageQuery, visible?: BitRow): Steps<SearchHits> {
    const { sort = 'newest', after, limit, ...filters } = query;
    if (sort === 'newest' && after === undefined && visible === undefined) {
      const only = this.#masks.onlyFacet(filters);
      if (only) return { total: only.count, positions: listRow(only.row, this.size, limit) };
    }
    const candidates = this.#masks.candidates(query, visible);
    if (!candidates) return { total: 0, positions: [] };
    const page = {
      order: sort === 'newest' ? undefined : this.#orders.of(sort),
      from: after && this.#orders.of(sort).beginAfter(after),
      limit,
    };
    const { masks, range } = candidates;
    const text = fold(query.query ?? '');
    const isFiltered = text !== '' || masks.length > 0;
    if (!isFiltered) return listRange(range, page);
    const hits = yield* this.#mark(text, candidates, query.facets);
    const found = yield* collectHits(hits, candidates, page);
    this.#spare.push(hits);
    return found;
  }

  /** Counts what is found, step by step. */
  *countInSteps(filters: SearchFilters, visible?: BitRow): Steps<Counts> {
    const candidates = this.#masks.candidates(filters, visible);
    if (!candidates) return createCounts();
    const hits = yield* this.#mark(fold(filters.query ?? ''), candidates, filters.facets);
    const counts = yield* countFacets(this.#data, hits, candidates);
    this.#spare.push(hits);
    return counts;
  }

  /** The number of documents whose title holds the text of a query and that pass its other filters. */
  *countTitlesInSteps(filters: SearchFilters, visible?: BitRow): Steps<number> {
    const candidates = this.#masks.candidates(filters, visible);
    if (!candidates) return 0;
    return yield* countTitles(this.#data.titles, fold(filters.query ?? ''), candidates);
  }

  /** Where a document stands in an order. */
  placeOf(position: number, sort: Sort): Place {
    const { ids, halfStars, dates } = this.#data;
    const id = idOf(ids, position);
    const rating = (halfStars[position] ?? 0) / 2;
    return placeOf({ id, rating, date: dateOf(dates[position] ?? 0) }, sort);
  }

  /** A set that is given back where the search ends; one that is abandoned is dropped with its set. */
  *#mark(text: string, candidates: Candidates, facets: readonly string[] = []): Steps<HitSet> {
    const hits = this.#spare.pop() ?? new HitSet(this.#data.size);
    const isMarked = text === '' && this.#masks.markRarest(facets, candidates.range, hits);
    if (!isMarked) yield* markText(this.#data.text, text, candidates, hits);
    return hits;
  }
}
