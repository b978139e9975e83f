import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, MARKDOWN_TYPE } from '#artifacts/media-types.ts';
import { Review } from '#dataset/review.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { markdownOf } from '#views/review-markdown.ts';
import type { Examples } from './examples.ts';
import {
  ANY_FAILURE,
  exampleError,
  failure,
  GONE,
  type Media,
  NOT_MODIFIED,
  ok,
} from './responses.ts';

/** A review by itself, in each form beside its page. */
export function describeReviewForms(): ZodOpenApiPathsObject {
  return {
    '/reviews/{id}.json': describeForm({
      operationId: 'getReview',
      summary: 'A review',
      description: 'The record exactly as it stands in reviews.json.',
      mediaType: JSON_TYPE,
      media: { schema: Review, example: ({ review }) => review },
    }),
    '/reviews/{id}.md': describeForm({
      operationId: 'getReviewMarkdown',
      summary: 'A review as Markdown',
      description:
        'What the page of the review says, in CommonMark. The words of the reviewer are a quote without markup. The page answers 302 with this address to clients that prefer text/markdown to text/html.',
      mediaType: MARKDOWN_TYPE,
      media: {
        schema: z.string(),
        example: ({ excerpt, review }) => markdownOf(review, excerpt.business),
      },
    }),
  };
}

type Form = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: string;
  readonly media: Media;
};

const Id = ReviewId.meta({
  param: {
    id: 'id',
    description: 'The id of a review.',
    example: ({ review }: Examples) => review.id,
  },
});
const HEADERS = { isOfPage: true } as const;

function describeForm({ mediaType, media, ...operation }: Form): ZodOpenApiPathItemObject {
  const get = {
    ...operation,
    tags: ['reviews'],
    requestParams: { path: z.object({ id: Id }) },
    responses: {
      '200': ok('The review as it is published.', mediaType, media, HEADERS),
      '304': NOT_MODIFIED,
      '404': NO_SUCH_REVIEW,
      '410': GONE,
      default: ANY_FAILURE,
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
