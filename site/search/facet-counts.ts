import { RatingSum } from '#dataset/counts.ts';
import type { SearchDocument } from './search.ts';

/** How many documents have each rating, by half stars: the number of those with 4.5 is the ninth. */
export type Histogram = Uint32Array;

/** What is counted of documents. */
export type Counts = {
  readonly ratings: Histogram;
  /** By month of the date, YYYY-MM. */
  readonly months: Map<string, Histogram>;
  /** By each facet that they bear. */
  readonly facets: Map<string, Histogram>;
};

/** One for each number of half stars up to ten. */
export const HISTOGRAM_LENGTH = 11;

export function createHistogram(): Histogram {
  return new Uint32Array(HISTOGRAM_LENGTH);
}

export function createCounts(): Counts {
  return { ratings: createHistogram(), months: new Map(), facets: new Map() };
}

/** Counts a document: the definition of what statistics count. */
export function countDocument(counts: Counts, { rating, date, facets }: SearchDocument): void {
  const halfStars = rating * 2;
  const add = (histogram: Histogram) => {
    histogram[halfStars] = (histogram[halfStars] ?? 0) + 1;
  };
  add(counts.ratings);
  add(histogramAt(counts.months, date.slice(0, 7)));
  for (const facet of facets) add(histogramAt(counts.facets, facet));
}

/** The histogram of a key, which is added where there is none. */
export function histogramAt(histograms: Map<string, Histogram>, key: string): Histogram {
  const known = histograms.get(key);
  if (known) return known;
  const histogram = createHistogram();
  histograms.set(key, histogram);
  return histogram;
}

export function addHistogram(sum: Histogram, histogram: Histogram): void {
  for (const [halfStars, count] of histogram.entries()) {
    sum[halfStars] = (sum[halfStars] ?? 0) + count;
  }
}

/** Number and mean of the ratings of a histogram; the mean of none is null. */
export function summarise(histogram: Histogram): { count: number; averageRating: number | null } {
  const sum = new RatingSum();
  for (const [halfStars, times] of histogram.entries()) sum.add(halfStars / 2, times);
  return { count: sum.count, averageRating: sum.mean };
}

/** How many documents bear a facet. */
export function countOfFacet({ facets }: Pick<Counts, 'facets'>, facet: string): number {
  const histogram = facets.get(facet);
  return histogram === undefined ? 0 : summarise(histogram).count;
}
