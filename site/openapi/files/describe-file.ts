import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { partHeaders } from '../answer-headers.ts';
import { FEED_PARAMETERS } from '../question-parameters.ts';
import {
  ANY_FAILURE,
  BAD_SEARCH,
  type Media,
  NOT_MODIFIED,
  ok,
  RANGE_NOT_SATISFIABLE,
  TOO_MANY_REQUESTS,
} from '../responses.ts';

/** What is said of a published file. */
export type PublishedFile = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  readonly media: Media;
  /** A feed is a topic, and takes questions, too. */
  readonly topic?: boolean | 'feed';
};

/**
 * GET of a published file: conditional, and in ranges. A part has the media type and the schema of the
 * whole (RFC 9110 §15.3.7), as clients that are made from the description take any 2xx for an answer:
 * another schema would spoil the type of the whole. For the same reason Range is no parameter, but said
 * in words: what tries all parameters would take a part for a document. If-None-Match, which every GET
 * takes, is said there as well.
 */
export function describeFile(
  tag: 'datasets' | 'mcp',
  file: PublishedFile,
): ZodOpenApiPathItemObject {
  const { operationId, summary, description, mediaType = JSON_TYPE, media, topic = false } = file;
  const { schema } = media;
  const part = { [mediaType]: schema ? { schema } : {} };
  const isFeed = topic === 'feed';
  const get = {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(isFeed && { requestParams: { query: FEED_PARAMETERS } }),
    responses: {
      '200': ok('The file.', mediaType, media, { topic }),
      '206': { description: PART, headers: partHeaders, content: part },
      '304': NOT_MODIFIED,
      ...(isFeed && { '400': BAD_SEARCH, '429': TOO_MANY_REQUESTS }),
      '416': RANGE_NOT_SATISFIABLE,
      default: ANY_FAILURE,
    },
  };
  return { get };
}

const PART = 'A part.';

/** The text of what a renderer makes, for an example. */
export const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
/** The value of what a renderer makes, for an example. */
export const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes));
