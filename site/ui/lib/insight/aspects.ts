import type { AspectInsight, Quote } from '#insights/insights-document.ts';
import type { Counts } from '#search/facet-counts.ts';
import { aspectFacet } from '#search/question/facets.ts';
import { addressOfList } from '#search/question/list-question.ts';
import type { Site } from '../site.ts';

export const SIDES = ['positive', 'negative'] as const;
export type Side = (typeof SIDES)[number];

/** The numbers of reviews that praise an aspect and that criticize it, as search finds them; some do both. */
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

/** The best quote of either side, which is its first. */
export function bestQuotes(quotes: readonly Quote[]): readonly Quote[] {
  return SIDES.flatMap((side) => quotes.find(({ sentiment }) => sentiment === side) ?? []);
}

/** The lists of the reviews that praise an aspect and of those that criticize it; undefined of none. */
export function linksOfSides(
  aspect: Pick<AspectInsight, 'id' | `${Side}ReviewCount`>,
): readonly (string | undefined)[] {
  return SIDES.map((sentiment) =>
    aspect[`${sentiment}ReviewCount`] > 0
      ? addressOfList({ aspect: aspect.id, sentiment })
      : undefined,
  );
}

/** The figures of the sentence about an aspect. */
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
