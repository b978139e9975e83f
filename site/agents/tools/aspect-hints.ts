import { countFitting, tokensOf } from '#agents/answers/answer-size.ts';
import { costOf } from '#agents/answers/text-cost.ts';
import type { AspectInsight } from '#insights/insights-document.ts';
import { MODEL_CARD } from '#insights/methodology.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { without } from '#search/question/without.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { toolCall } from '../tool.ts';
import { createBriefs } from './concise-review.ts';

/** The least of the published shares of mentions that are found. */
const RECALL = Math.min(
  ...MODEL_CARD.benchmarks.flatMap(({ metric, value }) => (metric === 'aspectRecall' ? value : [])),
);

/** Goes with every count by aspect. */
export const LOWER_BOUNDS = `A program finds about ${Math.round(10 * RECALL)} of 10 mentions of an aspect, in English only: counts are lower bounds.`;

/** More stars are rarely a complaint. */
const LOW = 3;
/** As many as one search returns. */
const MOST = 100;

/**
 * What is said beside counts by aspect under some filters: how much is found and, unless only praise is
 * asked for, how to read the low ratings under the same filters, where one answer has room for them.
 */
export async function hintsOnAspects(
  filters: FilterQuery,
  { search, reviews, names }: Pick<ReviewSource, 'search' | 'reviews' | 'names'>,
): Promise<string[]> {
  if (filters.sentiment === 'positive') return [LOWER_BOUNDS];
  // What the program missed has no such aspect or sentiment.
  const others = without(filters, 'aspect', 'sentiment');
  const low = { ...others, max_rating: Math.min(filters.max_rating ?? LOW, LOW) };
  const found = await search({ ...low, limit: MOST });
  if (found.total === 0 || found.total > MOST) return [LOWER_BOUNDS];
  const include = ['text'] as const;
  const whole = (await reviews(found.positions)).map(createBriefs(names, low, include));
  const texts = whole.map((one) => JSON.stringify(one));
  if (countFitting(texts) < texts.length) return [LOWER_BOUNDS];
  const call = toolCall('search_reviews', { ...low, limit: found.total, include });
  const counted = found.total === 1 ? '1 review' : `${found.total} reviews`;
  const reading = `Read the ${counted} of ${low.max_rating} stars or fewer, up to ${tokensOf(costOf(texts.join(',')))} tokens: ${call}`;
  return [LOWER_BOUNDS, reading];
}

/** Whether a question is about an aspect that there is. */
export function asksForAspect({ aspect }: FilterQuery, { aspects }: EntityNames): boolean {
  return findNamed(aspects, aspect) !== undefined;
}

/** More would take more room than they are worth. */
const MOST_UNQUOTED = 5;

/** Where reviews criticize an aspect and no quote does: how to find them. */
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
