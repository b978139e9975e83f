import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { CalendarDate } from '#dataset/scalars.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { SearchQuery } from '#query/search-query.ts';
import { SearchResult } from '#query/search-result.ts';
import { SinceResult } from '#query/since.ts';
import { FeedDocument } from './json-feed.ts';
import { ATOM_TYPE, JSON_TYPE } from './media-types.ts';
import {
  EXAMPLE_BAD_DATE,
  EXAMPLE_BAD_SEARCH,
  exampleSearchResult,
  exampleSinceResult,
} from './openapi-examples.ts';
import { describeHubPath } from './openapi-hub.ts';
import {
  COMMON_FAILURES,
  failure,
  notModified,
  ok,
  RANGE_NOT_SATISFIABLE,
  TOO_MANY_REQUESTS,
} from './openapi-responses.ts';
import { HUB_PATH } from './paths.ts';
import { ReviewsDocument } from './reviews-json.ts';

const conditional = z.object({
  'If-None-Match': z.string().optional().meta({
    description: 'Entity tags of copies that the client holds; a match is answered 304.',
    example: '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"',
  }),
  'If-Modified-Since': z.string().optional().meta({
    description: 'The Last-Modified of the client’s copy; ignored beside If-None-Match.',
    example: 'Fri, 20 Nov 2026 08:00:00 GMT',
  }),
});

type Media = Parameters<typeof ok>[2];

/** GET of a published file: conditional, and in ranges. */
function fileOperation(
  operationId: string,
  summary: string,
  description: string,
  mediaType: string,
  media: Media,
  topic: boolean,
): ZodOpenApiOperationObject {
  const headers = { topic };
  return {
    operationId,
    summary,
    description,
    tags: ['datasets'],
    requestParams: { header: conditional },
    responses: {
      '200': ok('The current version.', mediaType, media, headers),
      '206': ok('The part that Range asked for.', mediaType, { schema: z.unknown() }, headers),
      '304': notModified(headers),
      '416': RANGE_NOT_SATISFIABLE,
      ...COMMON_FAILURES,
    },
  };
}

/** Every operation that is served, by path. */
export function describePaths(baseUrl: string): ZodOpenApiPathsObject {
  return {
    '/reviews.json': {
      get: fileOperation(
        'getReviews',
        'All verified reviews',
        'The whole dataset: business, aggregate rating, how the reviews were collected, and every verified review, newest first. Valid JSON-LD. A WebSub topic.',
        JSON_TYPE,
        { schema: ReviewsDocument },
        true,
      ),
    },
    '/insights.json': {
      get: fileOperation(
        'getInsights',
        'What the reviews say',
        'Technicians, services and service areas with counts and mean ratings, answers to common questions and a summary, each with the reviews it rests on.',
        JSON_TYPE,
        { schema: InsightsDocument },
        false,
      ),
    },
    '/api/feed.json': {
      get: fileOperation(
        'getFeed',
        'The 50 newest reviews as JSON Feed',
        'A JSON Feed 1.1 document of the 50 newest reviews. A WebSub topic.',
        JSON_TYPE,
        { schema: FeedDocument },
        true,
      ),
    },
    '/feed.xml': {
      get: fileOperation(
        'getAtomFeed',
        'The 50 newest reviews as Atom',
        'An Atom feed (RFC 4287) of the 50 newest reviews. A WebSub topic.',
        ATOM_TYPE,
        { schema: z.string() },
        true,
      ),
    },
    '/.well-known/openapi.json': {
      get: fileOperation(
        'getDescription',
        'This description',
        'The machine-readable description of the interface, also at /openapi.json.',
        JSON_TYPE,
        { schema: z.looseObject({ openapi: z.string() }) },
        false,
      ),
    },
    '/api/reviews/search': { get: describeSearch(baseUrl) },
    '/api/reviews/since/{date}': { get: describeSince(baseUrl) },
    [HUB_PATH]: describeHubPath(baseUrl),
  };
}

function describeSearch(baseUrl: string): ZodOpenApiOperationObject {
  return {
    operationId: 'searchReviews',
    summary: 'Search reviews',
    description:
      'Filters combine: a review is found where all of them hold. Unknown, repeated, empty and malformed parameters are refused, so that a mistake never widens a result.',
    tags: ['reviews'],
    requestParams: { query: z.object(SearchQuery.shape), header: conditional },
    responses: {
      '200': ok(
        'The newest matching reviews, and how many match.',
        JSON_TYPE,
        { schema: SearchResult, example: exampleSearchResult(baseUrl) },
        { encoded: false, dated: false },
      ),
      '304': notModified({ encoded: false, dated: false }),
      '400': failure('Invalid query parameters.', EXAMPLE_BAD_SEARCH),
      '429': TOO_MANY_REQUESTS,
      ...COMMON_FAILURES,
    },
  };
}

function describeSince(baseUrl: string): ZodOpenApiOperationObject {
  return {
    operationId: 'getReviewsSince',
    summary: 'Reviews on or after a date',
    description:
      'All reviews dated on or after the date, newest first, and what was taken down since, so that a mirror can follow. An edit of an older review is not seen here: follow the ETag of /reviews.json for those.',
    tags: ['reviews'],
    requestParams: {
      path: z.object({
        date: CalendarDate.meta({
          description: 'Reviews dated on or after this date.',
          example: '2026-10-01',
        }),
      }),
      header: conditional,
    },
    responses: {
      '200': ok(
        'The reviews, newest first.',
        JSON_TYPE,
        { schema: SinceResult, example: exampleSinceResult(baseUrl) },
        { encoded: false },
      ),
      '304': notModified({ encoded: false }),
      '400': failure('The date is malformed or does not exist.', EXAMPLE_BAD_DATE),
      '429': TOO_MANY_REQUESTS,
      ...COMMON_FAILURES,
    },
  };
}
