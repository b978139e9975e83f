import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { FeedDocument } from '#artifacts/json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { describeFile } from './file-operation.ts';

const tag = 'datasets';

/** The files for whoever wants the data. */
export function describeDatasets(): ZodOpenApiPathsObject {
  return {
    '/reviews.json': {
      get: describeFile({
        operationId: 'getReviews',
        summary: 'All verified reviews',
        description:
          'The whole dataset: business, aggregate rating, how the reviews were collected, and every verified review, newest first. Valid JSON-LD. A WebSub topic.',
        tag,
        mediaType: JSON_TYPE,
        media: { schema: ReviewsDocument },
        topic: true,
      }),
    },
    '/insights.json': {
      get: describeFile({
        operationId: 'getInsights',
        summary: 'What the reviews say',
        description:
          'What is praised and criticised, by aspect, with scores, trends by quarter and quotes; technicians, services and service areas with counts, mean ratings and scores; topics; answers to common questions and a summary, each with the reviews it rests on; and how it was all found, with the measured accuracy.',
        tag,
        mediaType: JSON_TYPE,
        media: { schema: InsightsDocument },
      }),
    },
    '/api/feed.json': {
      get: describeFile({
        operationId: 'getFeed',
        summary: 'The 50 newest reviews as JSON Feed',
        description: 'A JSON Feed 1.1 document of the 50 newest reviews. A WebSub topic.',
        tag,
        mediaType: JSON_TYPE,
        media: { schema: FeedDocument },
        topic: true,
      }),
    },
    '/feed.xml': {
      get: describeFile({
        operationId: 'getAtomFeed',
        summary: 'The 50 newest reviews as Atom',
        description: 'An Atom feed (RFC 4287) of the 50 newest reviews. A WebSub topic.',
        tag,
        mediaType: ATOM_TYPE,
        media: { schema: z.string() },
        topic: true,
      }),
    },
    '/.well-known/openapi.json': {
      get: describeFile({
        operationId: 'getDescription',
        summary: 'This description',
        description: 'The machine-readable description of the interface, also at /openapi.json.',
        tag,
        mediaType: JSON_TYPE,
        media: { schema: z.looseObject({ openapi: z.string() }) },
      }),
    },
  };
}
