import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, MARKDOWN_TYPE } from '#artifacts/media-types.ts';
import { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import type { Examples } from './examples.ts';
import {
  COMMON_FAILURES,
  conditionalByTag,
  exampleError,
  failure,
  notModified,
  ok,
} from './responses.ts';

/** A review by itself, in each form beside its page. */
export function describeReviewForms({ review }: Examples): ZodOpenApiPathsObject {
  return {
    '/reviews/{id}.json': describeForm(review.id, {
      operationId: 'getReview',
      summary: 'A review',
      description:
        'The record of a review exactly as it stands in reviews.json. The page of the review is at /reviews/{id}/.',
      mediaType: JSON_TYPE,
      media: { schema: Review, example: review },
    }),
    '/reviews/{id}.md': describeForm(review.id, {
      operationId: 'getReviewMarkdown',
      summary: 'A review as Markdown',
      description:
        'What the page of the review says, in CommonMark, for language models and people. The words of the reviewer stand in a quote, in which nothing is markup. The page itself answers 302 with this address to clients that name text/markdown in Accept and do not prefer text/html.',
      mediaType: MARKDOWN_TYPE,
      media: { schema: z.string() },
    }),
  };
}

type Form = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: string;
  readonly media: Parameters<typeof ok>[2];
};

const HEADERS = { dated: false, isOfPage: true } as const;

function describeForm(
  example: string,
  { mediaType, media, ...operation }: Form,
): ZodOpenApiPathItemObject {
  const id = ReviewId.meta({ description: 'The id of a review.', example });
  const get = {
    ...operation,
    tags: ['reviews'],
    requestParams: { path: z.object({ id }), header: conditionalByTag },
    responses: {
      '200': ok('The review as it is published.', mediaType, media, HEADERS),
      '304': notModified(HEADERS),
      '404': NO_SUCH_REVIEW,
      '410': TAKEN_DOWN,
      ...COMMON_FAILURES,
    },
  };
  return { get };
}

const NO_SUCH_REVIEW = failure(
  'No review with this id is published.',
  exampleError(
    404,
    'Not Found',
    'Nothing is published at "/reviews/nobody-1.json"; /openapi.json lists what is.',
  ),
  'NoSuchReview',
);

const TAKEN_DOWN = failure(
  'The review was taken down; delete copies of it.',
  exampleError(
    410,
    'Gone',
    'This review was taken down on 2026-10-08 (duplicate); delete copies of it.',
  ),
  'TakenDown',
);
