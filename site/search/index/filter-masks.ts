import { firstWhere } from '#search/binary-search.ts';
import type { SearchFilters } from '../search.ts';
import { addPostings, type BitRow, type Candidates, HitSet, rowLength } from './document-sets.ts';
import { dateNumber, type FacetData, RATING_STEPS, type SearchIndexData } from './index-data.ts';
import type { Range } from './text/sorted-sequence.ts';

/** Maximum facets kept as rows: more than most businesses have. */
const KEPT_FACETS = 256;

/** The documents that bear a facet. */
type FacetDocuments = { readonly row: BitRow; readonly count: number };

/** Every filter but the text: the documents that pass, as a range and rows. */
export class FilterMasks {
  readonly #data: SearchIndexData;
  readonly #facets: FacetRows;

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#facets = new FacetRows(data.facets, data.size);
  }

  /** The candidates, or undefined where no document can pass. */
  candidates(filters: SearchFilters, visible?: BitRow): Candidates | undefined {
    const range = this.#dateRange(filters);
    const masks = this.#masks(filters);
    if (masks === undefined || range.start === range.end) return undefined;
    if (visible !== undefined) masks.push(visible);
    return { range, masks };
  }

  /**
   * Marks the documents of a range that bear the rarest of some facets, where they are so few that this
   * is faster than to mark all documents of the range; otherwise returns false.
   */
  markRarest(facets: readonly string[], range: Range, hits: HitSet): boolean {
    const rarest = this.#facets.rarest(facets);
    if (rarest === undefined) return false;
    const { postings } = this.#data.facets;
    const count = postings.counts[rarest] ?? 0;
    if (count > rowLength(range.end) - (range.start >>> 5)) return false;
    addPostings(postings, rarest, range, hits);
    return true;
  }

  /** The documents from `since` to `until`, which are consecutive. */
  #dateRange({ since, until }: SearchFilters): Range {
    const { dates, size } = this.#data;
    const start = until === undefined ? 0 : firstBelow(dates, dateNumber(until) + 1);
    const end = since === undefined ? size : firstBelow(dates, dateNumber(since));
    return { start, end: Math.max(start, end) };
  }

  #masks({ rating, min_rating, max_rating, facets = [] }: SearchFilters): BitRow[] | undefined {
    const masks: BitRow[] = [];
    if (rating !== undefined) {
      const step = stepOf(rating);
      if (!Number.isInteger(step) || step < 0 || step >= RATING_STEPS) return undefined;
      masks.push(this.#ratingRow(step));
    }
    if (min_rating !== undefined) {
      const step = Math.max(0, Math.ceil(stepOf(min_rating)));
      if (!(step < RATING_STEPS)) return undefined;
      if (step > 0) masks.push(this.#ratingRow(RATING_STEPS + step));
    }
    if (max_rating !== undefined) {
      const step = Math.min(RATING_STEPS - 1, Math.floor(stepOf(max_rating)));
      if (!(step >= 0)) return undefined;
      if (step < RATING_STEPS - 1) masks.push(this.#ratingRow(2 * RATING_STEPS + step));
    }
    for (const name of facets) {
      const row = this.#facets.find(name);
      if (row === undefined) return undefined;
      masks.push(row);
    }
    return masks;
  }

  /** The documents of a facet that is the only filter, and their number. */
  onlyFacet({ facets = [], ...filters }: SearchFilters): FacetDocuments | undefined {
    const [name, ...others] = facets;
    const isOnly = Object.values(filters).every((value) => value === undefined);
    return name !== undefined && others.length === 0 && isOnly
      ? this.#facets.documents(name)
      : undefined;
  }

  #ratingRow(row: number): BitRow {
    const { ratings, size } = this.#data;
    return { words: ratings, offset: row * rowLength(size) };
  }
}

/** The half steps above 1. */
function stepOf(rating: number): number {
  return (rating - 1) * 2;
}

/** The documents of facets, those of the recently used ones as rows. */
class FacetRows {
  readonly #data: FacetData;
  readonly #size: number;
  readonly #lists: ReadonlyMap<string, number>;
  readonly #rows = new Map<string, BitRow>();

  constructor(data: FacetData, size: number) {
    this.#data = data;
    this.#size = size;
    this.#lists = new Map(data.names.map((name, list) => [name, list]));
  }

  /** The list of the facet with the fewest documents. */
  rarest(names: readonly string[]): number | undefined {
    const { counts } = this.#data.postings;
    let rarest: number | undefined;
    for (const name of names) {
      const list = this.#lists.get(name);
      if (list === undefined) continue;
      if (rarest === undefined || (counts[list] ?? 0) < (counts[rarest] ?? 0)) rarest = list;
    }
    return rarest;
  }

  documents(name: string): FacetDocuments | undefined {
    const list = this.#lists.get(name);
    const row = this.find(name);
    return row && list !== undefined
      ? { row, count: this.#data.postings.counts[list] ?? 0 }
      : undefined;
  }

  find(name: string): BitRow | undefined {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const list = this.#lists.get(name);
    if (list === undefined) return undefined;
    const documents = new HitSet(this.#size);
    addPostings(this.#data.postings, list, { start: 0, end: this.#size }, documents);
    const row = { words: documents.words, offset: 0 };
    if (this.#rows.size >= KEPT_FACETS) this.#rows.clear();
    this.#rows.set(name, row);
    return row;
  }
}

/** The first position with a date below `date`: dates descend. */
function firstBelow(dates: Uint32Array, date: number): number {
  return firstWhere(0, dates.length, (position) => (dates[position] ?? 0) < date);
}
