import { RatingSum } from '#dataset/counts.ts';
import { facet, PERIOD_FACETS } from './question/facets.ts';
import type { SearchDocument } from './search.ts';

/** What is counted of documents, as statistics show it. */
export class Counts {
  readonly total = new RatingSum();
  /** By each facet that they bear, by their stars, and by the periods that they are dated in. */
  readonly facets = new Map<string, RatingSum>();

  /** Counts documents with a facet and of these stars. Facets that none has are not held. */
  add(one: string, stars: number, times = 1): void {
    if (times === 0) return;
    const sum = this.of(one);
    sum.add(stars, times);
    this.facets.set(one, sum);
  }

  of(one: string): RatingSum {
    return this.facets.get(one) ?? new RatingSum();
  }
}

/** Counts a document: the definition of what statistics count. */
export function countDocument(counts: Counts, { rating, date, facets }: SearchDocument): void {
  const periods = PERIOD_FACETS.map((facetOf) => facetOf(date));
  counts.total.add(rating);
  for (const one of [facet('rating', rating), ...periods, ...facets]) counts.add(one, rating);
}
