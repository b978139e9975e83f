import { RatingSum } from '#dataset/counts.ts';
import type { AspectInsight } from './insights-document.ts';
import type { Mention } from './mention.ts';
import type { NotedReview } from './noted-review.ts';
import { ENOUGH_TO_SCORE, scoreOf } from './score.ts';

/** What something is judged to be. */
export type Sentiment = Mention['sentiment'];

/** How a review, or a clause of it, judges something. Lists keep those of one review together. */
export type Opinion = { readonly from: NotedReview; readonly sentiment: Sentiment };

/** How those reviews are judged as a whole whose text is analyzed. */
export function judgementsOf(noted: readonly NotedReview[]): Opinion[] {
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

/** The reviews with praise, and those with criticism; one may be of both. */
export function reviewsBySide(opinions: readonly Opinion[]) {
  return {
    praising: reviewsIn(opinions, PRAISE),
    criticising: reviewsIn(opinions, CRITICISM),
  };
}

/** What some reviews say of one thing, by opinion and, as far as scores go, by review. */
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

/** How many of some reviews praise something, criticize it, or do either, and the score of that. */
export function countSides(
  { praising, criticising }: ReturnType<typeof reviewsBySide>,
  reviewCount: number,
) {
  const judgingReviewCount = new Set([...praising, ...criticising]).size;
  const [positiveReviewCount, negativeReviewCount] = [praising.length, criticising.length];
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

/** How often something is judged positive, neutral, negative and mixed. */
export function countSentiments(opinions: readonly Opinion[]) {
  const counts = { positive: 0, neutral: 0, negative: 0, mixed: 0 };
  for (const { sentiment } of opinions) counts[sentiment]++;
  return counts;
}

/** What reviews say from quarter to quarter, the oldest first; quarters without any are left out. */
export function trendOf(opinions: readonly Opinion[]): AspectInsight['trend'] {
  return [...Map.groupBy(opinions, ({ from }) => from.quarter)]
    .map(([period, own]) => ({ period, ...countOpinions(own) }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}

/** The mean of the ratings of some reviews, to two decimals; null of none. */
export function meanRating(reviews: readonly NotedReview[]): number | null {
  const sum = new RatingSum();
  for (const { stars } of reviews) sum.add(stars);
  return sum.mean;
}

/** The quarter of a calendar date, as 2026-Q1. */
export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}
