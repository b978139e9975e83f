import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { COMMON_FAILURES, notModified, ok, RANGE_NOT_SATISFIABLE } from './responses.ts';

/** The validators of conditional requests. */
export const conditional = z.object({
  'If-None-Match': z.string().optional().meta({
    description: 'Entity tags of copies that the client holds; a match is answered 304.',
    example: '"dC4q0mU0Zk7V2cZ3kqfUoO4bFzE"',
  }),
  'If-Modified-Since': z.string().optional().meta({
    description: 'The Last-Modified of the client’s copy; ignored beside If-None-Match.',
    example: 'Fri, 20 Nov 2026 08:00:00 GMT',
  }),
});

type PublishedFile = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly mediaType: string;
  readonly media: Parameters<typeof ok>[2];
  readonly topic?: boolean;
  readonly encoded?: true | 'perhaps';
};

/** GET of a published file: conditional, and in ranges. */
export function describeFile(file: PublishedFile): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, mediaType, media } = file;
  const headers = { topic: file.topic ?? false, encoded: file.encoded ?? true };
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    requestParams: { header: conditional },
    responses: {
      '200': ok('The current version.', mediaType, media, headers),
      '206': ok('The part that Range asked for.', mediaType, { schema: z.unknown() }, headers),
      '304': notModified(headers),
      '416': RANGE_NOT_SATISFIABLE,
      ...COMMON_FAILURES,
    },
  };
}
