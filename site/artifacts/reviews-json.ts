import { z } from 'zod';
import { AggregateRating, describeReplies, Replies } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, HttpUrl } from '#dataset/schema/scalars.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import {
  joinParts,
  type RecordBlock,
  type ReviewsParts,
  renderBlocks,
} from '#search/corpus/review-records.ts';
import { CONTEXT_PATH, REVIEWS_SCHEMA_PATH } from './json-ld-context.ts';

/** The version of the form of reviews.json (https://semver.org). */
export const DATASET_VERSION = '2.3.0';

/** reviews.json: the whole dataset, valid JSON-LD in the terms of schema.org. */
export const ReviewsDocument = z
  .strictObject({
    '@context': z
      .array(z.string())
      .describe('The context of schema.org, and /context.jsonld for all other members.'),
    $schema: z.url().describe('The JSON Schema of this document.'),
    '@type': z.literal('Dataset'),
    '@id': z.url(),
    schemaVersion: z.literal(DATASET_VERSION),
    name: z.string(),
    description: z.string(),
    license: HttpUrl.optional().describe('The license of the data.'),
    dateModified: CalendarDate.nullable().describe(
      'The newest change dated in the content; never the time of a build.',
    ),
    temporalCoverage: z
      .string()
      .optional()
      .describe('The dates of the oldest and the newest review, as an ISO 8601 interval.'),
    business: Business,
    aggregateRating: AggregateRating,
    collection: Collection,
    replies: Replies,
    count: z.int().nonnegative(),
    reviews: z.array(Review).describe('All verified reviews, newest first.'),
  })
  .meta({ id: 'ReviewsDocument' });
export type ReviewsDocument = z.infer<typeof ReviewsDocument>;

/** Renders reviews.json. Equal datasets give equal bytes. */
export function renderReviewsJson(dataset: Dataset): Uint8Array {
  return joinPieces(joinParts(renderReviews(dataset)));
}

/**
 * Renders reviews.json in parts; `earlier` are blocks of another one, which may be shared. Each
 * review is on its own line, so that versions differ by lines, and the position of every review is
 * known without parsing the whole.
 */
export function renderReviews(
  dataset: Dataset,
  earlier: readonly RecordBlock[] = [],
): ReviewsParts {
  const open = dataset.reviews.length > 0 ? '[\n' : '[]}\n';
  return {
    head: Buffer.from(`${JSON.stringify(headOf(dataset)).slice(0, -1)},"reviews":${open}`),
    blocks: renderBlocks(dataset.reviews, earlier),
  };
}

function headOf(dataset: Dataset): Omit<ReviewsDocument, 'reviews'> {
  const { baseUrl, business, aggregateRating } = dataset;
  const { earliest, latest } = aggregateRating;
  return {
    '@context': ['https://schema.org', baseUrl + CONTEXT_PATH],
    $schema: baseUrl + REVIEWS_SCHEMA_PATH,
    '@type': 'Dataset',
    '@id': `${baseUrl}/reviews.json`,
    schemaVersion: DATASET_VERSION,
    ...describeReviews(business),
    ...(business.license && { license: business.license }),
    dateModified: dataset.dateModified,
    ...(earliest && { temporalCoverage: `${earliest}/${latest}` }),
    business,
    aggregateRating,
    collection: dataset.collection,
    replies: describeReplies(dataset.reviews),
    count: dataset.reviews.length,
  };
}

/** Returns the title of the dataset and its content, for every description of it. */
export function describeReviews({ name }: Pick<Business, 'name'>): {
  readonly name: string;
  readonly description: string;
} {
  return {
    name: `Verified reviews of ${name}`,
    description: `Every verified review of ${name}, including critical ones, with the rating computed from them and the way they were collected.`,
  };
}
