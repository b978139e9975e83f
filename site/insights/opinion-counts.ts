import { RatingSum } from '#dataset/counts.ts';
import type { AspectInsight } from './insights-document.ts';
import type { Mention } from './mention.ts';
import type { NotedReview } from './noted-review.ts';
import { ENOUGH_TO_SCORE, scoreOf } from './score.ts';

/** The sentiment of a judgment. */
export type Sentiment = Mention['sentiment'];

/** A judgment in a review or clause. Lists keep the opinions of one review together. */
export type Opinion = { readonly from: NotedReview; readonly sentiment: Sentiment };

/** Returns the sentiments of the reviews whose text is analyzed. */
export function judgmentsOf(noted: readonly NotedReview[]): Opinion[] {
  return noted.flatMap((from) => (from.label ? { from, sentiment: from.label } : []));
}

/** The sentiments that praise, and those that criticize; mixed ones do both. */
export const PRAISE: ReadonlySet<Sentiment> = new Set(['positive', 'mixed'] as const);
export const CRITICISM: ReadonlySet<Sentiment> = new Set(['negative', 'mixed'] as const);

/** The reviews that opinions are from, each once: all, or those of some sentiments. */
export function reviewsIn(
  opinions: readonly Opinion[],
  sentiments?: ReadonlySet<Sentiment>,
): NotedReview[] {
  const reviews: NotedReview[] = [];
  for (const { from, sentiment } of opinions) {
    if (sentiments?.has(sentiment) !== false && from !== reviews.at(-1)) reviews.push(from);
  }
  return reviews;
}

/** The reviews with praise, and those with criticism; one may be in both. */
export function reviewsBySide(opinions: readonly Opinion[]) {
  return { praising: reviewsIn(opinions, PRAISE), criticizing: reviewsIn(opinions, CRITICISM) };
}

/** Counts the statements of reviews about one thing, by opinion and, for scores, by review. */
export function countOpinions(opinions: readonly Opinion[]) {
  const { positive, neutral, negative } = countSentiments(opinions);
  const reviewCount = reviewsIn(opinions).length;
  return {
    reviewCount,
    mentionCount: opinions.length,
    positive,
    neutral,
    negative,
    ...countSides(reviewsBySide(opinions), reviewCount),
  };
}

/** Counts the reviews that praise something, criticize it, or do either, and returns the score. */
export function countSides(
  { praising, criticizing }: ReturnType<typeof reviewsBySide>,
  reviewCount: number,
) {
  const judgingReviewCount = new Set([...praising, ...criticizing]).size;
  const [positiveReviewCount, negativeReviewCount] = [praising.length, criticizing.length];
  return {
    judgingReviewCount,
    positiveReviewCount,
    negativeReviewCount,
    score:
      judgingReviewCount < ENOUGH_TO_SCORE
        ? null
        : scoreOf(positiveReviewCount - negativeReviewCount, reviewCount),
  };
}

/** Counts the opinions that are positive, neutral, negative and mixed. */
export function countSentiments(opinions: readonly Opinion[]) {
  const counts = { positive: 0, neutral: 0, negative: 0, mixed: 0 };
  for (const { sentiment } of opinions) counts[sentiment]++;
  return counts;
}

/** Returns the counts by quarter, the oldest first; quarters without any are left out. */
export function trendOf(opinions: readonly Opinion[]): AspectInsight['trend'] {
  return [...Map.groupBy(opinions, ({ from }) => from.quarter)]
    .map(([period, own]) => ({ period, ...countOpinions(own) }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}

/** The mean of the ratings of some reviews, to two decimals; null without any. */
export function meanRating(reviews: readonly NotedReview[]): number | null {
  return RatingSum.of(reviews.map(({ stars }) => stars)).mean;
}

/** The quarter of a calendar date, as 2026-Q1. */
export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}
