import { countFitting, tokensOf } from '#agents/answers/answer-size.ts';
import { costOf } from '#agents/answers/text-cost.ts';
import type { AspectInsight, InsightsDocument } from '#insights/insights-document.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { without } from '#search/question/without.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { toolCall } from '../tool.ts';
import { createBriefs } from './concise-review.ts';

/** For every count by aspect: the share of readers' opinions counted, and its accuracy. */
function howRight({ accuracy }: Pick<InsightsDocument, 'accuracy'>): string {
  const { precision, recall, praiseRecall, criticismRecall } = accuracy;
  const tenths = ({ value }: typeof recall) => Math.round(10 * value);
  return `Counts are lower bounds: in English texts a program finds ${tenths(recall)} of 10 opinions (praise ${tenths(praiseRecall)}, criticism ${tenths(criticismRecall)}); ${tenths(precision)} of 10 of those are right (measured on ${recall.n} opinions in ${recall.dataset}).`;
}

/** Most reviews of 4 stars criticize something. If these do not fit, lower ratings are read. */
const LOW_RATINGS = [4, 3] as const;
/** The maximum results of one search. */
const MOST = 100;

type Source = Pick<ReviewSource, 'search' | 'reviews' | 'names'>;

/**
 * Returns hints for counts by aspect under some filters: their accuracy and, unless only praise is
 * requested, the way to read the low ratings under the same filters, if they fit into one answer.
 */
export async function hintsOnAspects(
  filters: FilterQuery,
  { insights, ...source }: Source & Pick<ReviewSource, 'insights'>,
): Promise<string[]> {
  const lowerBounds = howRight(await insights());
  if (filters.sentiment === 'positive') return [lowerBounds];
  // Reviews that the program missed have no such aspect or sentiment.
  const others = without(filters, 'aspect', 'sentiment');
  for (const stars of LOW_RATINGS) {
    const low = { ...others, max_rating: Math.min(filters.max_rating ?? stars, stars) };
    const reading = await hintOnReading(low, source);
    if (reading !== undefined) return [lowerBounds, reading];
  }
  return [lowerBounds];
}

/** Suggests reading all reviews that are found, if there are any and they fit into one answer. */
async function hintOnReading(
  low: FilterQuery,
  { search, reviews, names }: Source,
): Promise<string | undefined> {
  const found = await search({ ...low, limit: MOST });
  if (found.total === 0 || found.total > MOST) return undefined;
  const include = ['text'] as const;
  const whole = (await reviews(found.positions)).map(createBriefs(names, low, include));
  const texts = whole.map((one) => JSON.stringify(one));
  if (countFitting(texts) < texts.length) return undefined;
  const call = toolCall('search_reviews', { ...low, limit: found.total, include });
  const counted = found.total === 1 ? '1 review' : `${found.total} reviews`;
  return `Read the ${counted} of ${low.max_rating} stars or fewer, up to ${tokensOf(costOf(texts.join(',')))} tokens: ${call}`;
}

/** True if a question is about an aspect that there is. */
export function asksForAspect({ aspect }: FilterQuery, { aspects }: EntityNames): boolean {
  return findNamed(aspects, aspect) !== undefined;
}

/** More would take more room than they are worth. */
const MOST_UNQUOTED = 5;

/** Suggests how to find criticism of an aspect that no quote shows. */
export function hintsOnUnquoted(aspects: readonly AspectInsight[]): string[] {
  return aspects
    .filter(({ negativeReviewCount, quotes }) => {
      return negativeReviewCount > 0 && !quotes.some(({ sentiment }) => sentiment === 'negative');
    })
    .sort((a, b) => b.negativeReviewCount - a.negativeReviewCount)
    .slice(0, MOST_UNQUOTED)
    .map(({ id, negativeReviewCount }) => {
      const call = toolCall('search_reviews', { aspect: id, sentiment: 'negative' });
      return `Criticism of ${id} that no quote shows (${negativeReviewCount}): ${call}`;
    });
}
