import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { codeOfError } from '#search/request/error-codes.ts';
import { ErrorBody, errorBody, type Issue } from '#search/request/issue.ts';

const text = (description: string, example: string) => z.string().meta({ description, example });

/** Text that may be missing, such as a header. */
export const optionalText = (description: string, example: string) =>
  z.string().optional().meta({ description, example });

const ETag = text('Strong; one for each content coding.', '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"');
const LastModified = text(
  'When these bytes last changed; never later than Date.',
  'Fri, 20 Nov 2026 08:00:00 GMT',
);
const CacheControl = text('How long a cache may keep the answer.', 'public, max-age=60');
const Vary = text('Content codings are negotiated.', 'Accept-Encoding');
const Link = text(
  'The WebSub hub and the topic itself.',
  '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/reviews.json>; rel="self"',
);

const NextLink = text(
  'The whole URL of the next request (RFC 8288).',
  '<https://reviews.example/api/reviews/changes?after=MTIyLjE3OTUyNDgwMDAuUWJ6cjNqUnY5cEFrX21TZA>; rel="next"',
);

const PageLink = text(
  'The page of which this is another form (RFC 6596).',
  '<https://reviews.example/reviews/google-1a2b3c4d/>; rel="canonical"',
);

/** The validators of conditional requests. */
export const conditional = z.object({
  'If-None-Match': optionalText(
    'Entity tags of copies that the client holds; a match is answered 304.',
    '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"',
  ),
  'If-Modified-Since': optionalText(
    'The Last-Modified of the client’s copy; ignored beside If-None-Match.',
    'Fri, 20 Nov 2026 08:00:00 GMT',
  ),
});

/** That of answers without a date of their own. */
export const conditionalByTag = conditional.pick({ 'If-None-Match': true });

/** The headers of an answer beside its tag. */
type AnswerHeaders = {
  readonly topic?: boolean;
  /** Whether the file may be too short for a choice of codings. */
  readonly mayBeShort?: boolean;
  readonly dated?: boolean;
  /** Whether a link names the page of which the answer is another form. */
  readonly isOfPage?: boolean;
  /** Whether a link leads to the next answer; not from the last page of a search. */
  readonly next?: 'always' | 'perhaps';
};

const headersOf = ({
  topic = false,
  mayBeShort = false,
  dated = true,
  isOfPage = false,
  next,
}: AnswerHeaders) =>
  z.object({
    ETag,
    ...(dated && { 'Last-Modified': LastModified }),
    'Cache-Control': CacheControl,
    Vary: mayBeShort ? Vary.optional() : Vary,
    ...(topic && { Link }),
    ...(isOfPage && { Link: PageLink }),
    ...(next && { Link: next === 'always' ? NextLink : NextLink.optional() }),
  });

/** 200 with a body of the schema. */
export function ok(
  description: string,
  mediaType: string,
  media: NonNullable<ZodOpenApiResponseObject['content']>[string],
  headers: AnswerHeaders = {},
): ZodOpenApiResponseObject {
  return { description, headers: headersOf(headers), content: { [mediaType]: media } };
}

/** 304 (RFC 9110 §15.4.5): the client's copy is still current. */
export function notModified(headers: AnswerHeaders = {}): ZodOpenApiResponseObject {
  return {
    description: 'The validator that was sent is still right; the body is empty.',
    headers: headersOf(headers),
  };
}

/** An error with the body that all errors have; described once where several operations name it. */
export function failure(
  description: string,
  example: ErrorBody,
  id?: string,
): ZodOpenApiResponseObject {
  const media = { schema: ErrorBody, example };
  const content = { 'application/json': media, 'application/problem+json': media };
  return { description, content, ...(id !== undefined && { id }) };
}

/** Where the service of the examples is. */
const EXAMPLE_ORIGIN = 'https://reviews.example';

export function exampleError(
  status: number,
  title: string,
  detail: string,
  issues: readonly Issue[] = [],
): ErrorBody {
  const code = codeOfError(status, issues);
  return errorBody(EXAMPLE_ORIGIN, { code, title, status, detail, issues });
}

export const retryAfter = z.object({ 'Retry-After': text('Seconds to wait.', '2') });

export const rateLimitHeaders = (identifier: string, limit: number) =>
  z.object({
    'Retry-After': text('Seconds to wait.', '12'),
    RateLimit: text('What is left of the limit.', `"${identifier}"; r=0; t=12`),
    'RateLimit-Policy': text('The limit.', `"${identifier}"; q=${limit}; w=60`),
  });

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
  headers: rateLimitHeaders('api', 600),
};
