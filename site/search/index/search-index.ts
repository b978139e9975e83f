import type { Columns } from '#search/corpus/columns.ts';
import { Counts } from '#search/facet-counts.ts';
import { facet } from '#search/question/facets.ts';
import { type Term, termsOf } from '#search/question/terms.ts';
import {
  foldText,
  orderOf,
  type PageQuery,
  type SearchFilters,
  type SearchHits,
} from '#search/search.ts';
import { DocumentOrders } from './document-orders.ts';
import {
  addList,
  countBoth,
  countWithin,
  type DocumentRow,
  documentsIn,
  intersect,
  rowLength,
  rowOfRange,
} from './document-rows.ts';
import { type Fields, findWords, rowsOfTerm, type WordHits } from './find-words.ts';
import type { SearchIndexData } from './index-data.ts';
import { TextIndex } from './text-index.ts';

/** The documents that a question finds, and its words by themselves. */
type Found = { readonly hits: DocumentRow; readonly words: WordHits | undefined };

/**
 * Finds what a look at each document would find, and words as find-words.ts says. Each filter is a row of
 * documents (document-rows.ts), and what is in all of them is found: a facet has its row ready, the dates
 * are a range, texts and words are looked up in a dictionary (text-index.ts, find-words.ts). What is found
 * is listed in an order (document-orders.ts) or counted.
 */
export class SearchIndex {
  readonly #all: DocumentRow;
  readonly #facets: ReadonlyMap<string, DocumentRow>;
  readonly #orders: DocumentOrders;
  readonly #fields: Fields;

  /** `columns` are those of the documents of the index. */
  constructor({ facets, body, title, author }: SearchIndexData, columns: Columns) {
    const size = body.starts.length - 1;
    const rowOf = (facet: number) => {
      const row = new Int32Array(rowLength(size));
      addList(row, facets, facet);
      return row;
    };
    this.#all = rowOfRange(size, 0, size);
    this.#facets = new Map(facets.names.map((name, facet) => [name, rowOf(facet)]));
    this.#orders = new DocumentOrders(size, columns);
    this.#fields = {
      body: new TextIndex(body),
      title: new TextIndex(title),
      author: new TextIndex(author),
    };
  }

  /** The facets of some document. */
  get facets(): readonly string[] {
    return [...this.#facets.keys()];
  }

  search({ sort, after, limit, ...filters }: PageQuery): SearchHits {
    const { hits, words } = this.#find(filters);
    const order = orderOf({ sort, words: filters.words });
    const page = { order, after, limit };
    const positions = this.#orders.list(hits, page, words?.rankOf ?? (() => 0));
    const total = countBoth(hits, hits);
    if (!words) return { total, positions };
    return { total, positions, matched: words.matched, ranks: positions.map(words.rankOf) };
  }

  count(filters: SearchFilters): Counts {
    const { hits } = this.#find(filters);
    const counts = new Counts();
    const byStars = new Map<number, DocumentRow>();
    for (const [halfStars, row] of this.#orders.stars) {
      const stars = halfStars / 2;
      const own = hits.slice();
      intersect(own, row);
      const count = countBoth(own, own);
      if (count === 0) continue;
      byStars.set(stars, own);
      counts.total.add(stars, count);
      counts.add(facet('rating', stars), stars, count);
    }
    for (const { key, start, end } of this.#orders.periods) {
      for (const [stars, own] of byStars) counts.add(key, stars, countWithin(own, start, end));
    }
    for (const [name, row] of this.#facets) {
      for (const [stars, own] of byStars) counts.add(name, stars, countBoth(own, row));
    }
    return counts;
  }

  findTitles({ query, words, ...filters }: SearchFilters): readonly number[] {
    const { hits } = this.#find(filters);
    const text = foldText(query ?? '');
    return text === '' ? [] : [...documentsIn(this.#fields.title.holding(text, hits))];
  }

  countWords({ words = '', ...filters }: SearchFilters): readonly (readonly [Term, number])[] {
    const { hits } = this.#find(filters);
    return termsOf(words).map((term) => [
      term,
      countBoth(hits, rowsOfTerm(term, this.#fields, this.#all).anywhere),
    ]);
  }

  #find({ facets = [], query, words, ...filters }: SearchFilters): Found {
    const { rating, min_rating, max_rating } = filters;
    const { start, end } = this.#orders.rangeOf(filters);
    const passing = rowOfRange(this.#all.length << 5, start, end);
    intersect(
      passing,
      this.#orders.withStars(
        (stars) =>
          (rating === undefined || stars === rating) &&
          (min_rating === undefined || stars >= min_rating) &&
          (max_rating === undefined || stars <= max_rating),
      ),
    );
    for (const name of facets) intersect(passing, this.#facets.get(name) ?? new Int32Array());
    const text = query && foldText(query);
    const hits = text ? this.#fields.body.holding(text, passing) : passing;
    if (words === undefined) return { hits, words };
    const found = findWords(termsOf(words), this.#fields, this.#all);
    intersect(hits, found.hits);
    return { hits, words: found };
  }
}
