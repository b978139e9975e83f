import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import { jsonLdContext, TermDefinition } from './json-ld-context.ts';

/** reviews.json: the whole dataset, valid JSON-LD in the terms of schema.org. */
export const ReviewsDocument = z
  .strictObject({
    '@context': z.array(
      z.union([z.literal('https://schema.org'), z.record(z.string(), TermDefinition)]),
    ),
    schemaVersion: z.literal('1.0.0'),
    dateModified: CalendarDate.nullable().describe(
      'The newest change that the content states; never the time of a build.',
    ),
    business: Business,
    aggregateRating: AggregateRating,
    collection: Collection,
    count: z.int().nonnegative(),
    reviews: z.array(Review).describe('All verified reviews, newest first.'),
  })
  .meta({ id: 'ReviewsDocument' });
export type ReviewsDocument = z.infer<typeof ReviewsDocument>;

/**
 * Renders reviews.json with one review a line, so that a difference between two versions is a
 * difference of lines, and the position of every review is known without parsing the whole.
 */
export function renderReviewsJson(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { reviews, ...head } = headOf(dataset);
  const open = `${JSON.stringify(head).slice(0, -1)},"reviews":[`;
  const lines = dataset.reviews.map((review) => `\n${JSON.stringify(review)}`);
  // Encoded piece by piece: a string of everything would hit the engine's limit of length.
  const pieces = lines.map((line, index) => Buffer.from(index === 0 ? line : `,${line}`));
  const close = reviews.length > 0 ? '\n]}\n' : ']}\n';
  return Buffer.concat([Buffer.from(open), ...pieces, Buffer.from(close)]);
}

function headOf(dataset: Dataset): ReviewsDocument {
  return {
    '@context': ['https://schema.org', jsonLdContext(dataset.baseUrl)],
    schemaVersion: '1.0.0',
    dateModified: dataset.dateModified,
    business: dataset.business,
    aggregateRating: dataset.aggregateRating,
    collection: dataset.collection,
    count: dataset.reviews.length,
    reviews: [...dataset.reviews],
  };
}
