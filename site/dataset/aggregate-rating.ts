import { z } from 'zod';
import { ItemReviewed } from './business.ts';
import { Counts, RatingSum } from './counts.ts';
import type { Tally } from './edits/list-edit.ts';
import { dateOfLastChange, newestOf, type Review } from './review.ts';
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

/** Summary of the published reviews as they change. Means are exact: computed in integers. */
export class PublishedTally implements Tally<Review> {
  readonly #all = new RatingSum();
  readonly #bySource = new Map<string, RatingSum>();
  readonly #ratings = new Counts<number>();
  readonly #dates = new Counts<string>();
  readonly #changes = new Counts<string>();
  #reviewCount = 0;

  add(review: Review): void {
    this.#count(review, 'add');
    if (review.reviewBody !== '') this.#reviewCount++;
  }

  remove(review: Review): void {
    this.#count(review, 'remove');
    if (review.reviewBody !== '') this.#reviewCount--;
  }

  #count(review: Review, change: 'add' | 'remove'): void {
    const { ratingValue } = review.reviewRating;
    const source = this.#bySource.get(review.publisher.name) ?? new RatingSum();
    this.#bySource.set(review.publisher.name, source);
    source[change](ratingValue);
    this.#all[change](ratingValue);
    this.#ratings[change](ratingValue);
    this.#dates[change](review.datePublished);
    this.#changes[change](dateOfLastChange(review));
  }

  aggregateRating(itemReviewed: ItemReviewed): AggregateRating {
    const dates = [...this.#dates.keys()].sort();
    return {
      '@type': 'AggregateRating',
      itemReviewed,
      ratingValue: this.#all.mean,
      ratingCount: this.#all.count,
      reviewCount: this.#reviewCount,
      bestRating: 5,
      worstRating: 1,
      ratingDistribution: distributionOf((stars) => this.#ratings.of(stars)),
      earliest: dates[0] ?? null,
      latest: dates.at(-1) ?? null,
      bySource: this.#sources(),
    };
  }

  /** The newest change of a review; "" without reviews. */
  get dateLastChanged(): string {
    return newestOf(this.#changes.keys());
  }

  #sources(): AggregateRating['bySource'] {
    return [...this.#bySource]
      .flatMap(([publisher, { mean, count }]) =>
        mean === null ? [] : [{ publisher, ratingValue: mean, ratingCount: count }],
      )
      .sort((a, b) => b.ratingCount - a.ratingCount || (a.publisher < b.publisher ? -1 : 1));
  }
}

/** Counts by stars: the five whole ones always, half ones where they occur. */
export function distributionOf(countOf: (stars: number) => number): Record<string, number> {
  const distribution: Record<string, number> = {};
  for (let stars = 1; stars <= 5; stars += 0.5) {
    const count = countOf(stars);
    if (count > 0 || Number.isInteger(stars)) distribution[stars] = count;
  }
  return distribution;
}
