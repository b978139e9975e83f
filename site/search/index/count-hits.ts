import { Counts } from '#search/facet-counts.ts';
import { facet } from '#search/question/facets.ts';
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
  const counts = new Counts();
  const byStars = new Map<number, DocumentRow>();
  for (const [halfStars, row] of orders.stars) {
    const stars = halfStars / 2;
    const own = hits.slice();
    intersect(own, row);
    const count = countBoth(own, own);
    if (count === 0) continue;
    byStars.set(stars, own);
    counts.total.add(stars, count);
    counts.add(facet('rating', stars), stars, count);
  }
  for (const { key, start, end } of orders.periods) {
    for (const [stars, own] of byStars) counts.add(key, stars, countWithin(own, start, end));
  }
  yield;
  let numbers = 0;
  for (const [name, row] of facets) {
    for (const [stars, own] of byStars) counts.add(name, stars, countBoth(own, row));
    numbers += row.length * byStars.size;
    if (numbers < NUMBERS_A_STEP) continue;
    numbers = 0;
    yield;
  }
  return counts;
}
