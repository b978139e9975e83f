import type { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { SinceResult } from '#openapi/review-answers.ts';
import { plain } from '../../rooms/search/naive-search.ts';
import { ask } from '../../support/ask.ts';

/** What is published, as answers are held against it. */
export type Records = {
  readonly reviews: readonly Review[];
  readonly business: ReviewsDocument['business'];
  readonly insights: InsightsDocument;
  readonly collection: ReviewsDocument['collection'];
  readonly removed: z.infer<typeof SinceResult>['removed'];
};
export type Review = ReviewsDocument['reviews'][number];

/** Reads them from a service. */
export async function readRecords(url: string): Promise<Records> {
  const { reviews, business, collection } = ReviewsDocument.parse(
    (await ask(url, '/reviews.json')).json(),
  );
  const insights = InsightsDocument.parse((await ask(url, '/insights.json')).json());
  const { removed } = SinceResult.parse((await ask(url, '/api/reviews/since/2000-01-01')).json());
  return { reviews, business, collection, removed, insights };
}

export const idsOf = (reviews: readonly { readonly id: string }[]) => reviews.map(({ id }) => id);

export const starsOf = ({ reviewRating }: Review) => reviewRating.ratingValue;

/** The mean of stars, rounded half up to two decimals. */
export function meanOf(reviews: readonly Review[]): number {
  const sum = reviews.reduce((before, review) => before + starsOf(review), 0);
  return Math.floor((sum / reviews.length) * 100 + 0.5 + 1e-9) / 100;
}

export const inYear = (year: number) => (review: Review) =>
  review.datePublished.startsWith(`${year}-`);

export const mentions = (name: string) => (review: Review) =>
  review.mentionedTechnicians.includes(name);

export const holds = (words: string) => (review: Review) =>
  plain(review.reviewBody).includes(plain(words));

/** Whether a review says something about an aspect of the business, of a sentiment where one is given. */
export const speaksOf = (aspect: string, sentiment?: string) => (review: Review) =>
  (review.aspects ?? []).some(
    (said) =>
      said.id === aspect &&
      said.about === 'business' &&
      (sentiment === undefined || said.sentiment === sentiment),
  );

/** How many reviews there are by some property, and their mean of stars, in the order of the keys. */
export function figuresBy(
  reviews: readonly Review[],
  keysOf: (review: Review) => readonly string[],
): [string, number, number][] {
  const keys = new Set(reviews.flatMap(keysOf));
  return [...keys].sort().map((key) => {
    const having = reviews.filter((review) => keysOf(review).includes(key));
    return [key, having.length, meanOf(having)];
  });
}
