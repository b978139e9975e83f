import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { conditional, partHeaders } from './answer-headers.ts';
import {
  COMMON_FAILURES,
  type Media,
  NOT_MODIFIED,
  ok,
  RANGE_NOT_SATISFIABLE,
} from './responses.ts';

/** What is said of a published file. */
export type PublishedFile = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  readonly media: Media;
  readonly topic?: boolean;
};

/**
 * GET of a published file: conditional, and in ranges. A part has the media type and the schema of the
 * whole (RFC 9110 §15.3.7), as clients that are made from the description take any 2xx for an answer:
 * another schema would spoil the type of the whole. For the same reason Range is no parameter, but told
 * in words: what tries all parameters would take a part for a document.
 */
export function describeFile(
  tag: 'datasets' | 'mcp',
  file: PublishedFile,
): ZodOpenApiPathItemObject {
  const { operationId, summary, description, mediaType = JSON_TYPE, media, topic = false } = file;
  // What describes the service is short: it may not be worth compressing.
  const headers = { topic, mayBeShort: tag === 'mcp' };
  const { schema } = media;
  const get = {
    operationId,
    summary,
    description,
    tags: [tag],
    requestParams: { header: conditional },
    responses: {
      '200': ok('The current version.', mediaType, media, { ...headers, hasParts: true }),
      '206': { description: PART, headers: partHeaders, content: { [mediaType]: { schema } } },
      '304': NOT_MODIFIED,
      '416': RANGE_NOT_SATISFIABLE,
      ...COMMON_FAILURES,
    },
  };
  return { get };
}

const PART = 'What Range asked for.';

/** The text of what a renderer makes, for an example. */
export const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
/** The value of what a renderer makes, for an example. */
export const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes));
