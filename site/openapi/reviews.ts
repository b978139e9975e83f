import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import { ReviewStats } from '#search/stats.ts';
import { conditional, conditionalByTag } from './answer-headers.ts';
import type { Examples } from './examples.ts';
import { describeParameters } from './question-parameters.ts';
import {
  COMMON_FAILURES,
  exampleError,
  failure,
  NOT_MODIFIED,
  ok,
  TOO_MANY_REQUESTS,
} from './responses.ts';

const EXAMPLE_BAD_SEARCH = exampleError(
  400,
  'Bad Request',
  'The parameters of search have 2 issues; correct them and ask again.',
  parseParameters('sinc=2026-01-01&rating=7', SearchQuery, 'search').problems,
);

const EXAMPLE_BAD_STATS = exampleError(
  400,
  'Bad Request',
  'The parameters of stats have an issue; correct them and ask again.',
  parseParameters('min_rating=4&max_rating=2', StatsQuery, 'stats').problems,
);

const EXAMPLE_BAD_DATE = exampleError(
  400,
  'Bad Request',
  'Date must be a date that exists, written YYYY-MM-DD (got "2026-02-30").',
  [
    {
      path: ['date'],
      code: 'invalid_date',
      message: 'date must be a date that exists, written YYYY-MM-DD (got "2026-02-30")',
    },
  ],
);

/** What a search is answered whose parameters are wrong, and what takes the same ones. */
export const BAD_SEARCH = failure('Invalid query parameters.', EXAMPLE_BAD_SEARCH, 'BadSearch');

const SEARCH: ZodOpenApiOperationObject = {
  operationId: 'searchReviews',
  summary: 'Search reviews',
  description:
    'Filters combine: a review is found where all of them hold. Unknown, repeated, empty and malformed parameters are refused, so that a mistake never widens a result.',
  tags: ['reviews'],
  requestParams: {
    query: describeParameters(Object.keys(SearchQuery.shape)),
    header: conditionalByTag,
  },
  responses: {
    '200': ok(
      'A page of the matching reviews, and how many match.',
      JSON_TYPE,
      { schema: SearchResult, example: ({ search }) => search.result },
      { dated: false, next: 'perhaps' },
    ),
    '304': NOT_MODIFIED,
    '400': BAD_SEARCH,
    '429': TOO_MANY_REQUESTS,
    ...COMMON_FAILURES,
  },
};

const STATS: ZodOpenApiOperationObject = {
  operationId: 'getReviewStats',
  summary: 'Count reviews',
  description:
    'Number, mean and distribution of the stars of the reviews that a search with the same filters finds, and the same by what group_by names. Each grouping is counted without its own filter, as facets are: the count of a bucket is what a search finds that asks for its value instead (of languages, of that tag alone).',
  tags: ['reviews'],
  requestParams: {
    query: describeParameters(Object.keys(StatsQuery.shape)),
    header: conditionalByTag,
  },
  responses: {
    '200': ok(
      'The figures.',
      JSON_TYPE,
      { schema: ReviewStats, example: ({ stats }) => stats.result },
      { dated: false },
    ),
    '304': NOT_MODIFIED,
    '400': failure('Invalid query parameters.', EXAMPLE_BAD_STATS),
    '429': TOO_MANY_REQUESTS,
    ...COMMON_FAILURES,
  },
};

const SINCE: ZodOpenApiOperationObject = {
  operationId: 'getReviewsSince',
  summary: 'Reviews on or after a date',
  description:
    'All reviews dated on or after the date, newest first, and what was taken down since. Not seen here are an edit of an older review, and one that was verified and published long after it was written: /api/reviews/changes has those, too.',
  tags: ['reviews'],
  requestParams: {
    path: z.object({
      date: CalendarDate.meta({
        param: {
          description: 'Reviews dated on or after this date.',
          example: ({ since }: Examples) => since.since,
        },
      }),
    }),
    header: conditional,
  },
  responses: {
    '200': ok('The reviews, newest first.', JSON_TYPE, {
      schema: SinceResult,
      example: ({ since }) => since,
    }),
    '304': NOT_MODIFIED,
    '400': failure(
      'The date is malformed or does not exist, or there are parameters.',
      EXAMPLE_BAD_DATE,
    ),
    '429': TOO_MANY_REQUESTS,
    ...COMMON_FAILURES,
  },
};

/** Questions about the reviews: search, stats and since. */
export function describeQuestions(): ZodOpenApiPathsObject {
  return {
    '/api/reviews/search': { get: SEARCH },
    '/api/reviews/stats': { get: STATS },
    '/api/reviews/since/{date}': { get: SINCE },
  };
}
