import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/scalars.ts';
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
export type RenderedReviews = LaidOutReviews;

const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Renders reviews.json. Same dataset, same bytes. */
export function renderReviewsJson(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return render(dataset, undefined, (length) => Buffer.allocUnsafeSlow(length)).bytes;
}

/**
 * Renders reviews.json as `renderReviewsJson` does, after an earlier one: reviews that are the same
 * objects are copied from its bytes. `allocate` makes the room, of exactly the length it is given.
 */
export function renderReviews(
  dataset: Dataset,
  previous?: RenderedReviews,
  allocate: (length: number) => Uint8Array = (length) => Buffer.allocUnsafeSlow(length),
): RenderedReviews {
  return render(dataset, previous, allocate);
}

/**
 * One review stands on a line, so that a difference between two versions is a difference of lines,
 * and the position of every review is known without parsing the whole.
 */
function render<Bytes extends Uint8Array>(
  dataset: Dataset,
  previous: RenderedReviews = NOTHING,
  allocate: (length: number) => Bytes,
): RenderedReviews & { readonly bytes: Bytes } {
  const { reviews } = dataset;
  const head = Buffer.from(`${JSON.stringify(headOf(dataset)).slice(0, -1)},"reviews":[`);
  const close = Buffer.from(reviews.length > 0 ? '\n]}\n' : ']}\n');
  const { starts, runs } = layOutReviews(reviews, previous, head.length + 1);
  const last = runs.at(-1);
  const end = last ? last.start + last.bytes.length : head.length;

  const bytes = allocate(end + close.length);
  bytes.set(head);
  for (const [index, run] of runs.entries()) {
    if (index > 0) bytes[run.start - 2] = COMMA;
    bytes[run.start - 1] = LINE_FEED;
    bytes.set(run.bytes, run.start);
  }
  bytes.set(close, end);
  return { bytes, starts, reviews };
}

const NOTHING: RenderedReviews = {
  bytes: new Uint8Array(),
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
