import type { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { SearchQuery } from '#search/question/search-query.ts';
import { codeOfError, ErrorBody, errorBody, type Issue } from '#search/request/issue.ts';
import { parseParameters } from '#search/request/parameters.ts';
import {
  type AnswerHeaders,
  headersOf,
  rateLimitHeaders,
  retryAfterPerhaps,
} from './answer-headers.ts';
import type { FromRelease } from './examples.ts';

/**
 * A body of a schema, with an example; one from the release is filled in for each. Bytes that are no
 * text have neither (OpenAPI 3.1.0 §4.8.14.3).
 */
export type Media = {
  readonly schema?: z.ZodType;
  readonly example?: FromRelease<unknown>;
  readonly examples?: Readonly<
    Record<string, { readonly $ref: `#/components/examples/${string}` }>
  >;
};

/** 200 with a body of the schema. */
export function ok(
  description: string,
  mediaType: string,
  media: Media,
  headers: AnswerHeaders = {},
): ZodOpenApiResponseObject {
  return { description, headers: headersOf(headers), content: { [mediaType]: media } };
}

/** 304 (RFC 9110 §15.4.5): the client's copy is still current. */
export const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'If-None-Match has the tag of this version, or If-Modified-Since its date: no body.',
  headers: headersOf({ dated: false }),
};

/**
 * An error with the body that all errors have, the same in both media types; with an id described once
 * for all operations that name it.
 */
export function failure(
  description: string,
  example: FromRelease<ErrorBody>,
  id?: string,
): ZodOpenApiResponseObject {
  const content = {
    'application/json': { schema: ErrorBody, example },
    'application/problem+json': { schema: ErrorBody },
  };
  return { description, content, ...(id !== undefined && { id }) };
}

/** The body of an error, whose types lead to the documentation of the service. */
export function exampleError(
  status: number,
  title: string,
  detail: string,
  issues: readonly Issue[] = [],
): FromRelease<ErrorBody> {
  const code = codeOfError(status, issues);
  return ({ excerpt }) => errorBody(excerpt.baseUrl, { code, title, status, detail, issues });
}

/** The failures that any request may get: one answer for all, as they have the body in common. */
export const ANY_FAILURE: ZodOpenApiResponseObject = {
  ...failure(
    '405: another method than GET, HEAD or OPTIONS; Allow names them. 412: If-Match or If-Unmodified-Since does not hold. 414: the URL is longer than 8 kB. 431: the headers are too large or too many. 503: the service has just started, or too much is asked at once.',
    exampleError(
      503,
      'Service Unavailable',
      'The reviews are being loaded; ask again in a moment.',
    ),
    'Failure',
  ),
  headers: retryAfterPerhaps,
};

/** Of what has no failure of its own: linters ask for one 4xx by its number. */
export const PRECONDITION_FAILED = failure(
  'If-Match or If-Unmodified-Since does not hold.',
  exampleError(
    412,
    'Precondition Failed',
    'The current version is not the one that If-Match or If-Unmodified-Since names; fetch it without them.',
  ),
  'PreconditionFailed',
);

export const RANGE_NOT_SATISFIABLE = failure(
  'The range lies outside the body; Content-Range has its length.',
  exampleError(
    416,
    'Range Not Satisfiable',
    'The range lies outside the 48211 bytes of the body; ask for one inside.',
  ),
  'BadRange',
);

export const TOO_MANY_REQUESTS: ZodOpenApiResponseObject = {
  ...failure(
    'More requests within a minute than the limit allows.',
    exampleError(
      429,
      'Too Many Requests',
      'More than 600 requests came from your address in a minute; wait 12 seconds, as Retry-After says, and ask again.',
    ),
    'TooManyRequests',
  ),
  headers: rateLimitHeaders,
};

/** Of a review, and of a cursor. */
export const GONE = failure(
  'A review: it was taken down; delete copies of it. A cursor: what followed it is not known any more; begin again.',
  exampleError(
    410,
    'Gone',
    'This review was taken down on 2026-10-08 (duplicate); delete copies of it.',
  ),
  'Gone',
);

/** What a question is answered whose parameters are wrong. */
export const BAD_SEARCH = failure(
  'A parameter is wrong; issues name each that is.',
  exampleError(
    400,
    'Bad Request',
    'The parameters of search have an issue; correct them and ask again.',
    parseParameters('rating=7', SearchQuery, 'search').problems,
  ),
  'BadSearch',
);
