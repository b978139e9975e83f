import { RatingSum } from '#dataset/counts.ts';

/** Counts of documents, as statistics show them. */
export class Counts {
  readonly total = new RatingSum();
  /** By each facet of the documents, by stars, and by period. */
  readonly facets = new Map<string, RatingSum>();

  /** Counts documents with a facet and of these stars. Facets without documents are absent. */
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
