import type { AggregateRating } from '#dataset/aggregate-rating.ts';

/** One bar of the rating histogram. */
export type Bar = {
  readonly stars: number;
  readonly count: number;
  /** The length of the bar, in per cent of the longest one, with one decimal. */
  readonly length: number;
};

/** The bars of a rating distribution, most stars first; half stars stand where they occur. */
export function histogramBars({
  ratingDistribution,
}: Pick<AggregateRating, 'ratingDistribution'>): Bar[] {
  const counts = Object.entries(ratingDistribution);
  const longest = Math.max(1, ...counts.map(([, count]) => count));
  return counts
    .map(([stars, count]) => ({
      stars: Number(stars),
      count,
      length: Math.round((count * 1000) / longest) / 10,
    }))
    .sort((a, b) => b.stars - a.stars);
}
