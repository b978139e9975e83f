import { z } from 'zod';
import { ItemReviewed } from './business.ts';
import { RatingSum } from './counts.ts';
import type { Review } from './review.ts';
import { CalendarDate } from './schema/scalars.ts';

/** The rating of all published reviews, in the terms of schema.org/AggregateRating. */
export const AggregateRating = z
  .strictObject({
    '@type': z.literal('AggregateRating'),
    itemReviewed: ItemReviewed,
    ratingValue: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .describe('The mean, rounded half up to two decimals; null without reviews.'),
    ratingCount: z.int().nonnegative().describe('All ratings.'),
    reviewCount: z.int().nonnegative().describe('The number of ratings with a text.'),
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

/** Returns the ratings of reviews given newest first. Means are exact: computed in integers. */
export function aggregateRatings(
  reviews: readonly Review[],
  itemReviewed: ItemReviewed,
): AggregateRating {
  const starsOf = ({ reviewRating }: Review) => reviewRating.ratingValue;
  const all = RatingSum.of(reviews.map(starsOf));
  const ratings = Map.groupBy(reviews, starsOf);
  return {
    '@type': 'AggregateRating',
    itemReviewed,
    ratingValue: all.mean,
    ratingCount: all.count,
    reviewCount: reviews.filter(({ reviewBody }) => reviewBody !== '').length,
    bestRating: 5,
    worstRating: 1,
    ratingDistribution: distributionOf((stars) => ratings.get(stars)?.length ?? 0),
    earliest: reviews.at(-1)?.datePublished ?? null,
    latest: reviews[0]?.datePublished ?? null,
    bySource: [...Map.groupBy(reviews, ({ publisher }) => publisher.name)]
      .map(([publisher, own]) => {
        const { mean, count } = RatingSum.of(own.map(starsOf));
        return { publisher, ratingValue: mean ?? 0, ratingCount: count };
      })
      .sort((a, b) => b.ratingCount - a.ratingCount || (a.publisher < b.publisher ? -1 : 1)),
  };
}

/** Counts by stars: always the five whole ones, and half stars where they occur. */
export function distributionOf(countOf: (stars: number) => number): Record<string, number> {
  const distribution: Record<string, number> = {};
  for (let stars = 1; stars <= 5; stars += 0.5) {
    const count = countOf(stars);
    if (count > 0 || Number.isInteger(stars)) distribution[stars] = count;
  }
  return distribution;
}

/** The frequency and speed of the business's replies to its published reviews. */
export const Replies = z
  .strictObject({
    reviewsReplied: z.int().nonnegative().describe('Reviews with a reply from the business.'),
    medianDaysToReply: z
      .number()
      .nonnegative()
      .nullable()
      .describe(
        'The median of the days between the publication of a review and of its reply; null without dated replies.',
      ),
  })
  .meta({ id: 'Replies' });
export type Replies = z.infer<typeof Replies>;

const DAY_MS = 86_400_000;

/** Returns the figures on replies; one dated before its review counts as made that day. */
export function describeReplies(
  reviews: readonly Pick<Review, 'datePublished' | 'ownerReply'>[],
): Replies {
  const days = reviews
    .flatMap(({ datePublished, ownerReply }) =>
      ownerReply?.datePublished
        ? Math.max(0, Date.parse(ownerReply.datePublished) - Date.parse(datePublished)) / DAY_MS
        : [],
    )
    .sort((a, b) => a - b);
  const [low, high] = [days[(days.length - 1) >> 1], days[days.length >> 1]];
  return {
    reviewsReplied: reviews.filter(({ ownerReply }) => ownerReply !== undefined).length,
    medianDaysToReply: low === undefined || high === undefined ? null : (low + high) / 2,
  };
}
