import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import { joinPieces, offsetsOf } from '#search/pieces.ts';
import { jsonLdContext, TermDefinition } from './json-ld-context.ts';
import { type LaidOutReviews, layOutReviews } from './lay-out-reviews.ts';

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

/** reviews.json, whole, with the positions of the reviews in it. */
export type RenderedReviews = LaidOutReviews & { readonly reviews: readonly Review[] };

/** An earlier reviews.json: the reviews in it are known by their identity. */
export type PreviousReviews = LaidOutReviews;

/** Renders reviews.json. Same dataset, same bytes. */
export function renderReviewsJson(dataset: Dataset): Uint8Array {
  return joinPieces(renderReviews(dataset).body);
}

/**
 * Renders reviews.json as `renderReviewsJson` does, in pieces, after an earlier one: pieces of which
 * all reviews are the same objects are taken from it.
 *
 * One review stands on a line, so that a difference between two versions is a difference of lines,
 * and the position of every review is known without parsing the whole.
 */
export function renderReviews(
  dataset: Dataset,
  previous: PreviousReviews = NOTHING,
): RenderedReviews {
  const { reviews } = dataset;
  const [open, close] = reviews.length > 0 ? ['[\n', '\n]}\n'] : ['[', ']}\n'];
  const head = Buffer.from(`${JSON.stringify(headOf(dataset)).slice(0, -1)},"reviews":${open}`);
  const { starts, blocks } = layOutReviews(reviews, previous, head.length);
  const body = [head, ...blocks, Buffer.from(close)];
  return { body, offsets: offsetsOf(body), starts, reviews };
}

const NOTHING: PreviousReviews = {
  body: [],
  offsets: new Float64Array(),
  starts: new Float64Array(1),
  reviews: [],
};

function headOf(dataset: Dataset): Omit<ReviewsDocument, 'reviews'> {
  return {
    '@context': ['https://schema.org', jsonLdContext(dataset.baseUrl)],
    schemaVersion: '1.0.0',
    dateModified: dataset.dateModified,
    business: dataset.business,
    aggregateRating: dataset.aggregateRating,
    collection: dataset.collection,
    count: dataset.reviews.length,
  };
}
