import type { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { codeOfError } from '#search/request/error-codes.ts';
import { ErrorBody, errorBody, type Issue } from '#search/request/issue.ts';
import { type AnswerHeaders, API_LIMIT, headersOf, retryAfter } from './answer-headers.ts';
import type { FromRelease } from './examples.ts';

/** A body of a schema, with an example; one from the release is filled in for each. */
export type Media = {
  readonly schema: z.ZodType;
  readonly example?: FromRelease<unknown>;
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
  description: 'The copy is current: no body, and the headers of the answer that this stands for.',
  headers: headersOf({ dated: false, mayBeShort: true }),
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

/** The failures that any request may get. */
export const COMMON_FAILURES = {
  '405': failure(
    'Another method than GET, HEAD or OPTIONS; Allow names them.',
    exampleError(405, 'Method Not Allowed', 'POST is not allowed here; use GET, HEAD or OPTIONS.'),
    'MethodNotAllowed',
  ),
  '412': failure(
    'If-Match or If-Unmodified-Since does not hold.',
    exampleError(
      412,
      'Precondition Failed',
      'The current version is not the one that If-Match or If-Unmodified-Since names; fetch it without them.',
    ),
    'PreconditionFailed',
  ),
  '414': failure(
    'The URL is longer than 8 kB.',
    exampleError(414, 'URI Too Long', 'The URL has more than 8192 bytes; shorten it.'),
    'UriTooLong',
  ),
  '431': failure(
    'The headers are too large or too many.',
    exampleError(
      431,
      'Request Header Fields Too Large',
      'There are more than 1,000 headers or 16 kB of them; send fewer.',
    ),
    'HeadersTooLarge',
  ),
  '503': {
    ...failure(
      'The service has just started, or too many searches are running.',
      exampleError(
        503,
        'Service Unavailable',
        'The reviews are being loaded; ask again in a moment.',
      ),
      'Unavailable',
    ),
    headers: retryAfter,
  },
} satisfies Record<string, ZodOpenApiResponseObject>;

export const RANGE_NOT_SATISFIABLE = failure(
  'The range lies outside the body; Content-Range has its length.',
  exampleError(
    416,
    'Range Not Satisfiable',
    'The range lies outside the 48211 bytes of the body; ask for one inside.',
  ),
  'RangeNotSatisfiable',
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
  headers: API_LIMIT,
};
