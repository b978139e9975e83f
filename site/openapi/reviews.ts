import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { CSV_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import { ReviewStats } from '#search/stats.ts';
import type { Examples } from './examples.ts';
import { REVIEWS_CSV } from './files/describe-tables.ts';
import { describeParameters } from './question-parameters.ts';
import { ANY_FAILURE, BAD_SEARCH, NOT_MODIFIED, ok, TOO_MANY_REQUESTS } from './responses.ts';

const SEARCH: ZodOpenApiOperationObject = {
  operationId: 'searchReviews',
  summary: 'Search reviews',
  description:
    'Filters combine: a review is found where all of them hold. Unknown, repeated, empty and malformed parameters are refused, so that a mistake never widens a result.',
  tags: ['reviews'],
  requestParams: {
    query: describeParameters(Object.keys(SearchQuery.shape)),
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
    default: ANY_FAILURE,
  },
};

const SEARCH_AS_CSV: ZodOpenApiOperationObject = {
  ...SEARCH,
  operationId: 'searchReviewsAsCsv',
  summary: 'Search reviews, as a table',
  description: 'All that the same search finds, in the columns of /reviews.csv.',
  requestParams: { query: describeParameters(Object.keys(TableQuery.shape)) },
  responses: {
    ...SEARCH.responses,
    '200': ok('The matching reviews.', CSV_TYPE, REVIEWS_CSV, { dated: false }),
  },
};

const STATS: ZodOpenApiOperationObject = {
  operationId: 'getReviewStats',
  summary: 'Count reviews',
  description:
    'Number, mean and distribution of the stars of what a search with the same filters finds, and the same by what group_by names. The count of a bucket is what a search for its value instead finds (of languages, of that tag alone).',
  tags: ['reviews'],
  requestParams: {
    query: describeParameters(Object.keys(StatsQuery.shape)),
  },
  responses: {
    '200': ok(
      'The figures.',
      JSON_TYPE,
      { schema: ReviewStats, example: ({ stats }) => stats.result },
      { dated: false },
    ),
    '304': NOT_MODIFIED,
    '400': BAD_SEARCH,
    '429': TOO_MANY_REQUESTS,
    default: ANY_FAILURE,
  },
};

const SINCE: ZodOpenApiOperationObject = {
  operationId: 'getReviewsSince',
  summary: 'Reviews on or after a date',
  description:
    'All reviews dated on or after the date, and what was taken down since. Not seen here are an edit of an older review, and one that was verified and published long after it was written: /api/reviews/changes has those, too.',
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
  },
  responses: {
    '200': ok('The reviews, newest first.', JSON_TYPE, {
      schema: SinceResult,
      example: exampleSince,
    }),
    '304': NOT_MODIFIED,
    '400': BAD_SEARCH,
    '429': TOO_MANY_REQUESTS,
    default: ANY_FAILURE,
  },
};

/** A removal where there is one: the record of a review stands in other examples. */
function exampleSince({ since }: Examples): Examples['since'] {
  return since.removed.length > 0 ? { ...since, count: 0, reviews: [] } : since;
}

/** Questions about the reviews: search, stats and since. */
export function describeQuestions(): ZodOpenApiPathsObject {
  return {
    '/api/reviews/search': { get: SEARCH },
    '/api/reviews/search.csv': { get: SEARCH_AS_CSV },
    '/api/reviews/stats': { get: STATS },
    '/api/reviews/since/{date}': { get: SINCE },
  };
}
