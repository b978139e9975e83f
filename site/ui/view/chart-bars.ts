import type { AggregateRating } from '#dataset/aggregate-rating.ts';
import type { AspectInsight } from '#insights/insights-document.ts';

/** One bar of the rating histogram. */
type RatingBar = {
  readonly stars: number;
  readonly count: number;
  /** The length of the bar, in per cent of the longest one, with one decimal. */
  readonly length: number;
};

/** The bars of a rating distribution, most stars first; half stars stand where they occur. */
export function histogramBars({
  ratingDistribution,
}: Pick<AggregateRating, 'ratingDistribution'>): RatingBar[] {
  const counts = Object.entries(ratingDistribution);
  const longest = Math.max(...counts.map(([, count]) => count));
  return counts
    .map(([stars, count]) => ({
      stars: Number(stars),
      count,
      length: percentOf(count, longest),
    }))
    .sort((a, b) => b.stars - a.stars);
}

/** The mentions of one kind, and where they lie on a bar of all, in per cent with one decimal. */
type MentionPart = {
  readonly kind: 'positive' | 'neutral' | 'mixed' | 'negative';
  readonly count: number;
  readonly start: number;
  readonly length: number;
};

type Counted = Pick<AspectInsight, 'mentionCount' | 'positive' | 'neutral' | 'negative'>;

/** What the mentions of an aspect are, praise first; mixed ones stand where they occur. */
export function mentionParts({
  mentionCount,
  positive,
  neutral,
  negative,
}: Counted): MentionPart[] {
  const mixed = mentionCount - positive - neutral - negative;
  let before = 0;
  const part = (kind: MentionPart['kind'], count: number): MentionPart => {
    const start = percentOf(before, mentionCount);
    before += count;
    return { kind, count, start, length: percentOf(count, mentionCount) };
  };
  return [
    part('positive', positive),
    part('neutral', neutral),
    ...(mixed > 0 ? [part('mixed', mixed)] : []),
    part('negative', negative),
  ];
}

function percentOf(count: number, all: number): number {
  return all === 0 ? 0 : Math.round((count * 1000) / all) / 10;
}
