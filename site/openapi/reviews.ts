import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import {
  COMMON_FAILURES,
  conditional,
  exampleError,
  failure,
  notModified,
  ok,
  TOO_MANY_REQUESTS,
} from './responses.ts';

/** Questions about the reviews: search and since. */
export function describeQuestions(baseUrl: string): ZodOpenApiPathsObject {
  return {
    '/api/reviews/search': { get: describeSearch(baseUrl) },
    '/api/reviews/since/{date}': { get: describeSince(baseUrl) },
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
        { dated: false },
      ),
      '304': notModified({ dated: false }),
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
      'All reviews dated on or after the date, newest first, and what was taken down since. Not seen here are an edit of an older review, and one that was verified and published long after it was written: /api/reviews/changes has those, too.',
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
      '200': ok('The reviews, newest first.', JSON_TYPE, {
        schema: SinceResult,
        example: exampleSinceResult(baseUrl),
      }),
      '304': notModified(),
      '400': failure(
        'The date is malformed or does not exist, or there are parameters.',
        EXAMPLE_BAD_DATE,
      ),
      '429': TOO_MANY_REQUESTS,
      ...COMMON_FAILURES,
    },
  };
}

/** A made-up review, which all examples share. */
export function exampleReview(baseUrl: string): Review {
  const url = `${baseUrl}/reviews/google-abfvoq1x/`;
  return {
    '@type': 'Review',
    '@id': url,
    id: 'google-abfvoq1x',
    url,
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-10-03',
    reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
    name: 'Kept me informed',
    reviewBody: 'Maria called me back the same day, every time.',
    inLanguage: 'en',
    publisher: { '@type': 'Organization', name: 'Google' },
    verification: { status: 'verified', method: 'client-record', date: '2026-10-06' },
    mentionedTechnicians: ['Maria Lopez'],
    mentionedServices: ['car-accident'],
    mentionedServiceAreas: [],
    ownerReply: { text: 'Thank you, Jane.', datePublished: '2026-10-07' },
  };
}

export function exampleSearchResult(baseUrl: string): z.infer<typeof SearchResult> {
  return {
    total: 31,
    count: 1,
    limit: 1,
    filters: { min_rating: 4, query: 'called me back' },
    reviews: [exampleReview(baseUrl)],
  };
}

function exampleSinceResult(baseUrl: string): z.infer<typeof SinceResult> {
  return {
    since: '2026-10-01',
    count: 1,
    dateModified: '2026-10-08',
    reviews: [exampleReview(baseUrl)],
    removed: [{ id: 'yelp-k2m4q8z1', dateRemoved: '2026-10-08', reason: 'duplicate' }],
  };
}

export const EXAMPLE_BAD_SEARCH = exampleError(
  400,
  'Bad Request',
  'The parameters of search have 2 issues; correct them and ask again.',
  parseParameters('sinc=2026-01-01&rating=7', SearchQuery, 'search').problems,
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
