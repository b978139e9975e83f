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
  'When these bytes last changed or may have; never later than Date.',
  'Fri, 20 Nov 2026 08:00:00 GMT',
);
const ContentRange = always(
  'ContentRange',
  'Which bytes these are, of how many.',
  'bytes 0-99/48211',
);

const topicLink: HeaderExample = ({ excerpt: { baseUrl } }) =>
  `<${baseUrl}/api/websub/hub>; rel="hub", <${baseUrl}/reviews.json>; rel="self"`;
const TopicLink = always('TopicLink', 'The WebSub hub and the topic itself.', topicLink);
const FeedLink = perhaps('FeedLink', 'As of every topic; of a question, the next page.', topicLink);
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

/** The headers of an answer beside its tag; Cache-Control and Vary, which all have, are described in words. */
export type AnswerHeaders = {
  /** A feed is a topic where nothing is asked of it. */
  readonly topic?: boolean | 'feed';
  readonly dated?: boolean | undefined;
  /** Whether a link names the page of which the answer is another form. */
  readonly isOfPage?: boolean;
  /** Whether a link leads to the next answer; not from the last page of a search. */
  readonly next?: 'always' | 'perhaps';
};

export const headersOf = ({ topic = false, dated = true, isOfPage = false, next }: AnswerHeaders) =>
  z.object({
    ETag,
    ...(dated && topic !== 'feed' && { 'Last-Modified': LastModified }),
    ...(topic && { Link: topic === 'feed' ? FeedLink : TopicLink }),
    ...(isOfPage && { Link: PageLink }),
    ...(next && { Link: next === 'always' ? NextLink : NextLinkPerhaps }),
  });

/** That of a part, beside those of the whole. */
export const partHeaders = z.object({ 'Content-Range': ContentRange });

const RetryAfter = always('RetryAfter', 'Seconds to wait.', '12');
export const retryAfter = z.object({ 'Retry-After': RetryAfter });
export const retryAfterPerhaps = z.object({
  'Retry-After': perhaps('RetryAfterPerhaps', 'Seconds to wait, with 503.', '2'),
});

/** What 429 says of a limit, which has a name. */
export const rateLimitHeaders = z.object({
  'Retry-After': RetryAfter,
  RateLimit: always('RateLimit', 'What is left of the limit.', '"api"; r=0; t=12'),
  'RateLimit-Policy': always('RateLimitPolicy', 'The limit.', '"api"; q=600; w=60'),
});

/** A parameter in the headers of a request; with an id, a component. */
export const requestHeader = (description: string, example?: HeaderExample, id?: string) =>
  z
    .string()
    .optional()
    .meta({ param: { ...(id !== undefined && { id }), description, example } });
