import { z } from 'zod';
import type { FromRelease } from './examples.ts';

/*
 * Headers of requests and answers, each a component that operations refer to. One that an answer may
 * lack is a component of its own.
 */

type HeaderExample = string | FromRelease<string>;

const header = (id: string, description: string, example: HeaderExample) => ({
  header: { id, description, example },
});
const always = (id: string, description: string, example: HeaderExample) =>
  z.string().meta(header(id, description, example));
const perhaps = (id: string, description: string, example: HeaderExample) =>
  z
    .string()
    .optional()
    .meta(header(id, description, example));

const ETag = always(
  'ETag',
  'Strong; one for each content coding.',
  '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"',
);
const LastModified = always(
  'LastModified',
  'When these bytes last changed; never later than Date.',
  'Fri, 20 Nov 2026 08:00:00 GMT',
);
const CacheControl = always(
  'CacheControl',
  'How long a cache may keep the answer.',
  'public, max-age=60',
);
const NEGOTIATED = 'Content codings are negotiated.';
const Vary = always('Vary', NEGOTIATED, 'Accept-Encoding');
const VaryOfShort = perhaps('VaryOfShort', NEGOTIATED, 'Accept-Encoding');
const AcceptRanges = always('AcceptRanges', 'Range may ask for a part.', 'bytes');
const ContentRange = always(
  'ContentRange',
  'Which bytes these are, of how many.',
  'bytes 0-99/48211',
);

const TopicLink = always(
  'TopicLink',
  'The WebSub hub and the topic itself.',
  ({ excerpt: { baseUrl } }) =>
    `<${baseUrl}/api/websub/hub>; rel="hub", <${baseUrl}/reviews.json>; rel="self"`,
);
const PageLink = always(
  'PageLink',
  'The page of which this is another form (RFC 6596).',
  ({ review }) => `<${review.url}>; rel="canonical"`,
);
const NEXT = 'The whole URL of the next request (RFC 8288).';
const NextLink = always(
  'NextLink',
  NEXT,
  ({ excerpt: { baseUrl } }) => `<${baseUrl}/api/reviews/changes?after=MTIyLjE3OTU>; rel="next"`,
);
const NextLinkPerhaps = perhaps(
  'NextLinkPerhaps',
  NEXT,
  ({ excerpt: { baseUrl } }) => `<${baseUrl}/api/reviews/search?after=WyIyMDI2LTA1>; rel="next"`,
);

/** The headers of an answer beside its tag. */
export type AnswerHeaders = {
  readonly topic?: boolean;
  /** Whether the file may be too short for a choice of codings. */
  readonly mayBeShort?: boolean;
  readonly dated?: boolean;
  /** Whether a link names the page of which the answer is another form. */
  readonly isOfPage?: boolean;
  /** Whether a link leads to the next answer; not from the last page of a search. */
  readonly next?: 'always' | 'perhaps';
  /** Whether the answer can be had in parts. */
  readonly hasParts?: boolean;
};

export const headersOf = ({
  topic = false,
  mayBeShort = false,
  dated = true,
  isOfPage = false,
  next,
  hasParts = false,
}: AnswerHeaders) =>
  z.object({
    ETag,
    ...(hasParts && { 'Accept-Ranges': AcceptRanges }),
    ...(dated && { 'Last-Modified': LastModified }),
    'Cache-Control': CacheControl,
    Vary: mayBeShort ? VaryOfShort : Vary,
    ...(topic && { Link: TopicLink }),
    ...(isOfPage && { Link: PageLink }),
    ...(next && { Link: next === 'always' ? NextLink : NextLinkPerhaps }),
  });

/** That of a part, beside those of the whole. */
export const partHeaders = z.object({ 'Content-Range': ContentRange });

const RetryAfter = always('RetryAfter', 'Seconds to wait.', '12');
export const retryAfter = z.object({ 'Retry-After': RetryAfter });

/** What 429 says of a limit, which has a name. */
export const rateLimitHeaders = (name: 'api' | 'hub', limit: number) => {
  const id = name === 'api' ? '' : 'Hub';
  return z.object({
    'Retry-After': RetryAfter,
    RateLimit: always(`${id}RateLimit`, 'What is left of the limit.', `"${name}"; r=0; t=12`),
    'RateLimit-Policy': always(`${id}RateLimitPolicy`, 'The limit.', `"${name}"; q=${limit}; w=60`),
  });
};
export const API_LIMIT = rateLimitHeaders('api', 600);

/** A parameter in the headers of a request; with an id, a component. */
export const requestHeader = (description: string, example: HeaderExample, id?: string) =>
  z
    .string()
    .optional()
    .meta({ param: { ...(id !== undefined && { id }), description, example } });

/** The validators of conditional requests. */
export const conditional = z.object({
  'If-None-Match': requestHeader(
    'Entity tags of copies that the client holds; a match is answered 304.',
    '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"',
    'IfNoneMatch',
  ),
  'If-Modified-Since': requestHeader(
    'The Last-Modified of the client’s copy; ignored beside If-None-Match.',
    'Fri, 20 Nov 2026 08:00:00 GMT',
    'IfModifiedSince',
  ),
});

/** That of answers without a date of their own. */
export const conditionalByTag = conditional.pick({ 'If-None-Match': true });
