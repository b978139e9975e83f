import type { Dataset } from '#dataset/dataset.ts';
import { createLatest } from '#dataset/latest.ts';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { AspectTally } from './aspect-tally.ts';
import { createTermFinder } from './find-aspects.ts';
import type { InsightsDocument } from './insights-document.ts';
import { createKeyedTally } from './keyed-tally.ts';

/**
 * Counts what reviews say about each aspect, one dataset after another, in the order of the
 * editors: only reviews that came or went are looked at, unless the aspects themselves changed.
 */
export function createAspectCounter(): (dataset: Dataset) => InsightsDocument['aspects'] {
  const counterOf = createLatest<string, ReturnType<typeof createCounter>>();
  return ({ aspects, reviews, aggregateRating }) => {
    const count = counterOf(JSON.stringify(aspects), () => createCounter(aspects));
    return count(reviews, aggregateRating.reviewCount);
  };
}

function createCounter(
  aspects: readonly Aspect[],
): (reviews: readonly Review[], textReviewCount: number) => InsightsDocument['aspects'] {
  const counted = aspects.map((aspect) => {
    const { id, name, description } = aspect;
    return { id, name, description, tally: new AspectTally(id, createTermFinder(aspect)) };
  });
  const tallies = new Map(counted.map(({ id, tally }) => [id, tally]));
  const keep = createTallyKeeper(
    createKeyedTally(tallies, (review) => (review.aspects ?? []).map(({ id }) => id)),
  );
  return (reviews, textReviewCount) => {
    keep(reviews);
    return counted.map(({ tally, ...said }) => ({
      ...said,
      ...tally.figures(reviews, textReviewCount),
    }));
  };
}
