import { compareTexts } from '#dataset/text/compare-texts.ts';
import { firstWhere } from '#search/binary-search.ts';
import type { Columns } from '#search/corpus/columns.ts';
import { PERIOD_FACETS } from '#search/question/facets.ts';
import { isBefore, type Order, type Place } from '#search/search.ts';
import { addTo, type DocumentRow, documentsIn, rowLength, unite } from './document-rows.ts';

/** Documents from one position to below another. */
type Range = { readonly start: number; readonly end: number };

type Period = Range & { readonly key: string };

type Page = {
  readonly order: Order;
  readonly after?: Place | undefined;
  readonly limit: number;
};

/** The documents of an index by date and by stars, and a page of them in an order. */
export class DocumentOrders {
  readonly #size: number;
  readonly #columns: Columns;
  #periods: readonly Period[] | undefined;
  /** By half stars; only those of some document. */
  readonly stars: ReadonlyMap<number, DocumentRow>;

  constructor(size: number, columns: Columns) {
    this.#size = size;
    this.#columns = columns;
    const stars = new Map<number, DocumentRow>();
    for (const [position, halfStars] of columns.halfStars.entries()) {
      const row = stars.get(halfStars) ?? new Int32Array(rowLength(size));
      stars.set(halfStars, row);
      addTo(row, position);
    }
    this.stars = stars;
  }

  /** The documents dated between two days, inclusive. */
  rangeOf({
    since,
    until,
  }: {
    readonly since?: string | undefined;
    readonly until?: string | undefined;
  }): Range {
    const start = until === undefined ? 0 : this.#countWhere((date) => date > until);
    const end = since === undefined ? this.#size : this.#countWhere((date) => date >= since);
    return { start, end: Math.max(start, end) };
  }

  /** The number of documents whose date matches; the newest matches, if any does. */
  #countWhere(isSuch: (date: string) => boolean): number {
    const { datePrefixes } = this.#columns;
    const dates = firstWhere(0, datePrefixes.length, (at) => !isSuch(datePrefixes[at]?.date ?? ''));
    return datePrefixes[dates - 1]?.count ?? 0;
  }

  /** The documents with these ratings. */
  withStars(isSuch: (rating: number) => boolean): DocumentRow {
    const row = new Int32Array(rowLength(this.#size));
    for (const [halfStars, one] of this.stars) if (isSuch(halfStars / 2)) unite(row, one);
    return row;
  }

  /** The documents of each year, quarter and month, by facets. They are the same for all questions. */
  get periods(): readonly Period[] {
    this.#periods ??= PERIOD_FACETS.flatMap((facetOf) => [...this.#periodsBy(facetOf)]);
    return this.#periods;
  }

  /** The documents whose dates have a key in common, newest first. */
  *#periodsBy(keyOf: (date: string) => string): Generator<Period, void> {
    const { datePrefixes } = this.#columns;
    let start = 0;
    for (const [at, { date, count: end }] of datePrefixes.entries()) {
      const key = keyOf(date);
      if (keyOf(datePrefixes[at + 1]?.date ?? '') === key) continue;
      yield { key, start, end };
      start = end;
    }
  }

  /** At most `limit` documents of a row, in an order, after a place; `rankOf` is for `best`. */
  list(hits: DocumentRow, page: Page, rankOf: (position: number) => number): number[] {
    const { order, after, limit } = page;
    const behind = after === undefined ? 0 : this.#positionBehind(after);
    return Iterator.from(this.#groups(hits, page, behind, rankOf))
      .filter(([key]) => !after || !isBefore(key, after.key, order))
      .flatMap(([key, documents]) =>
        documents.filter((position) => position >= behind || key !== after?.key),
      )
      .take(limit)
      .toArray();
  }

  /** The documents in a row by the first key of an order, in its order. */
  #groups(
    hits: DocumentRow,
    { order, after }: Page,
    behind: number,
    rankOf: (position: number) => number,
  ): Iterable<readonly [key: Place['key'], documents: IteratorObject<number> | number[]]> {
    // Positions are in this order: all can be one group.
    if (order === 'newest') return [[after?.key ?? '', documentsIn(hits, behind)]];
    if (order === 'oldest') {
      const days = [...this.#periodsBy((date) => date)].reverse();
      return days.map(({ key, start, end }) => [key, documentsIn(hits, start, end)]);
    }
    const starsOf = (position: number) => (this.#columns.halfStars[position] ?? 0) / 2;
    const groups = Map.groupBy(documentsIn(hits), order === 'best' ? rankOf : starsOf);
    return [...groups].sort(([a], [b]) => (isBefore(a, b, order) ? -1 : 1));
  }

  /** The first position after a date and an id in the order of documents, existing or not. */
  #positionBehind({ date, id }: Place): number {
    const { start, end } = this.rangeOf({ since: date, until: date });
    return firstWhere(start, end, (at) => compareTexts(this.#columns.ids[at] ?? '', id) > 0);
  }
}
