import type { AspectInsight, Quote } from '#insights/insights-document.ts';
import type { Counts } from '#search/facet-counts.ts';
import { aspectFacet } from '#search/question/facets.ts';
import type { Site } from '../site.ts';

export const SIDES = ['positive', 'negative'] as const;
export type Side = (typeof SIDES)[number];

/** How many reviews praise an aspect and how many criticise it, as search finds them; some do both. */
export function sideCounts(counts: Counts, aspect: string): Readonly<Record<Side, number>> {
  const count = (side: Side) => counts.of(aspectFacet(aspect, side)).count;
  return { positive: count('positive'), negative: count('negative') };
}

/** The aspects that reviews mention, the most mentioned first. */
export function mentionedAspects(aspects: readonly AspectInsight[]): AspectInsight[] {
  return aspects
    .filter(({ mentionCount }) => mentionCount > 0)
    .sort((a, b) => b.mentionCount - a.mentionCount);
}

/** The best of quotes, which stands first, for either side. */
export function bestQuotes(quotes: readonly Quote[]): readonly Quote[] {
  return SIDES.flatMap((side) => quotes.find(({ sentiment }) => sentiment === side) ?? []);
}

/** How many reviews judge an aspect, as the sentence of the page about it takes it. */
export function judgedFacts(
  aspect: AspectInsight,
  { head, formats }: Pick<Site, 'head' | 'formats'>,
) {
  return {
    name: formats.name(aspect.name),
    total: head.aggregateRating.reviewCount,
    judging: aspect.judgingReviewCount,
    praising: aspect.positiveReviewCount,
    criticizing: aspect.negativeReviewCount,
    both: aspect.mixedReviewCount,
  };
}
