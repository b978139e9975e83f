import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { MCP_PATH } from '#agents/server-info.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { HUB_PATH } from '#artifacts/paths.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import { SearchQuery } from '#search/search-query.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import { describeDatasets } from './datasets.ts';
import { describeDiscovery } from './discovery.ts';
import {
  EXAMPLE_BAD_DATE,
  EXAMPLE_BAD_SEARCH,
  exampleSearchResult,
  exampleSinceResult,
} from './examples.ts';
import { conditional } from './file-operation.ts';
import { describeHubPath } from './hub.ts';
import { describeMcpPath } from './mcp.ts';
import { COMMON_FAILURES, failure, notModified, ok, TOO_MANY_REQUESTS } from './responses.ts';

/** Every operation that is served, by path. */
export function describePaths(baseUrl: string): ZodOpenApiPathsObject {
  return {
    ...describeDatasets(),
    '/api/reviews/search': { get: describeSearch(baseUrl) },
    '/api/reviews/since/{date}': { get: describeSince(baseUrl) },
    [HUB_PATH]: describeHubPath(baseUrl),
    [MCP_PATH]: describeMcpPath(baseUrl),
    ...describeDiscovery(),
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
