import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/list-edit.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import { joinPieces, offsetsOf } from '#search/pieces.ts';
import { jsonLdContext, TermDefinition } from './json-ld-context.ts';
import { type LaidOutReviews, type LineEdit, layOutReviews } from './lay-out-reviews.ts';

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

/** Renders reviews.json. Same dataset, same bytes. */
export function renderReviewsJson(dataset: Dataset): Uint8Array {
  return joinPieces(renderReviews(dataset).body);
}

/**
 * Renders reviews.json as `renderReviewsJson` does, in pieces, by an edit of an earlier one: pieces
 * whose reviews all stay are taken from it.
 *
 * One review stands on a line, so that a difference between two versions is a difference of lines,
 * and the position of every review is known without parsing the whole.
 */
export function renderReviews(
  dataset: Dataset,
  before: LaidOutReviews = NOTHING,
  edit: LineEdit = addAll(dataset.reviews),
): LaidOutReviews {
  const [open, close] = dataset.reviews.length > 0 ? ['[\n', '\n]}\n'] : ['[', ']}\n'];
  const head = Buffer.from(`${JSON.stringify(headOf(dataset)).slice(0, -1)},"reviews":${open}`);
  const { starts, blocks } = layOutReviews(before, edit, head.length);
  const body = [head, ...blocks, Buffer.from(close)];
  return { body, offsets: offsetsOf(body), starts };
}

const NOTHING: LaidOutReviews = {
  body: [],
  offsets: new Float64Array(),
  starts: new Float64Array(1),
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
