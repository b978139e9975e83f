import { z } from 'zod';
import type { Review } from './review.ts';
import { CalendarDate } from './scalars.ts';

/** The rating of all published reviews, in the terms of schema.org/AggregateRating. */
export const AggregateRating = z
  .strictObject({
    '@type': z.literal('AggregateRating'),
    ratingValue: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .describe('The mean, rounded half up to two decimals; null without reviews.'),
    ratingCount: z.int().nonnegative().describe('All ratings.'),
    reviewCount: z.int().nonnegative().describe('Ratings with a text.'),
    bestRating: z.literal(5),
    worstRating: z.literal(1),
    ratingDistribution: z
      .record(z.string(), z.int().nonnegative())
      .describe('Counts by exact value: the five whole stars always, half stars where they occur.')
      .meta({ example: { '1': 9, '2': 5, '3': 8, '4': 18, '5': 97, '4.5': 1 } }),
    earliest: CalendarDate.nullable(),
    latest: CalendarDate.nullable(),
    bySource: z.array(
      z.strictObject({
        publisher: z.string(),
        ratingValue: z.number(),
        ratingCount: z.int().positive(),
      }),
    ),
  })
  .meta({ id: 'AggregateRating' });
export type AggregateRating = z.infer<typeof AggregateRating>;

/** Aggregates reviews in any order. Means are computed in integers, so that they are exact. */
export function aggregateRatings(reviews: readonly Review[]): AggregateRating {
  const sources = Map.groupBy(reviews, ({ publisher }) => publisher.name);
  const dates = reviews.map(({ datePublished }) => datePublished);
  return {
    '@type': 'AggregateRating',
    ratingValue: meanRating(reviews),
    ratingCount: reviews.length,
    reviewCount: reviews.filter(({ reviewBody }) => reviewBody !== '').length,
    bestRating: 5,
    worstRating: 1,
    ratingDistribution: distributionOf(reviews),
    earliest: dates.reduce<string | null>((a, b) => (a === null || b < a ? b : a), null),
    latest: dates.reduce<string | null>((a, b) => (a === null || b > a ? b : a), null),
    bySource: [...sources]
      .map(([publisher, own]) => ({
        publisher,
        ratingValue: meanRating(own) ?? 0,
        ratingCount: own.length,
      }))
      .sort((a, b) => b.ratingCount - a.ratingCount || (a.publisher < b.publisher ? -1 : 1)),
  };
}

/** The mean rating, rounded half up to two decimals, or null of no reviews. */
export function meanRating(reviews: readonly Review[]): number | null {
  if (reviews.length === 0) return null;
  // Half stars are counted, so that the sum is an integer and no binary fraction creeps in.
  const halfStars = reviews.reduce(
    (sum, { reviewRating }) => sum + reviewRating.ratingValue * 2,
    0,
  );
  const hundredths = Math.floor((halfStars * 100 + reviews.length) / (2 * reviews.length));
  return hundredths / 100;
}

function distributionOf(reviews: readonly Review[]): Record<string, number> {
  const counts: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const half of ['1.5', '2.5', '3.5', '4.5']) {
    const count = reviews.filter(
      ({ reviewRating }) => reviewRating.ratingValue === Number(half),
    ).length;
    if (count > 0) counts[half] = count;
  }
  for (const { reviewRating } of reviews) {
    const star = reviewRating.ratingValue;
    if (Number.isInteger(star)) counts[star] = (counts[star] ?? 0) + 1;
  }
  return counts;
}
