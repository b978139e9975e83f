import { type Counts, createCounts, type Histogram, histogramAt } from '#search/facet-counts.ts';
import type { Steps } from '#search/search.ts';
import type { DocumentOrders } from './document-orders.ts';
import { countBoth, countWithin, type DocumentRow, intersect } from './document-rows.ts';

/** Comparing rows of so many numbers takes about half a millisecond. */
const NUMBERS_A_STEP = 1 << 18;

/** Counts the documents in a row. */
export function* countHits(
  hits: DocumentRow,
  orders: DocumentOrders,
  facets: ReadonlyMap<string, DocumentRow>,
): Steps<Counts> {
  const counts = createCounts();
  const byStars = new Map<number, DocumentRow>();
  for (const [halfStars, row] of orders.stars) {
    const own = hits.slice();
    intersect(own, row);
    const count = countBoth(own, own);
    counts.ratings[halfStars] = count;
    if (count > 0) byStars.set(halfStars, own);
  }
  const add = (
    histograms: Map<string, Histogram>,
    key: string,
    countIn: (own: DocumentRow) => number,
  ) => {
    for (const [halfStars, own] of byStars) {
      const count = countIn(own);
      if (count > 0) histogramAt(histograms, key)[halfStars] = count;
    }
  };
  for (const { key, start, end } of orders.periods((date) => date.slice(0, 7))) {
    add(counts.months, key, (own) => countWithin(own, start, end));
  }
  let numbers = 0;
  for (const [name, row] of facets) {
    add(counts.facets, name, (own) => countBoth(own, row));
    numbers += row.length * byStars.size;
    if (numbers < NUMBERS_A_STEP) continue;
    numbers = 0;
    yield;
  }
  return counts;
}
