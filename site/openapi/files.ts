import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { AiCatalog, RegistryEntry, ServerCard } from '#artifacts/discovery.ts';
import { FeedDocument } from '#artifacts/json-feed.ts';
import {
  AI_CATALOG_TYPE,
  ATOM_TYPE,
  JSON_TYPE,
  SERVER_CARD_TYPE,
  TEXT_TYPE,
} from '#artifacts/media-types.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import {
  COMMON_FAILURES,
  conditional,
  notModified,
  ok,
  RANGE_NOT_SATISFIABLE,
} from './responses.ts';

/** The files with the data. */
export function describeDatasets(): ZodOpenApiPathsObject {
  return {
    '/reviews.json': {
      get: describeFile({
        operationId: 'getReviews',
        summary: 'All verified reviews',
        description:
          'The whole dataset: business, aggregate rating, how the reviews were collected, and every verified review, newest first. Valid JSON-LD. A WebSub topic.',
        tag: 'datasets',
        mediaType: JSON_TYPE,
        media: { schema: ReviewsDocument },
        topic: true,
      }),
    },
    '/insights.json': {
      get: describeFile({
        operationId: 'getInsights',
        summary: 'What the reviews say',
        description:
          'What is praised and criticised, by aspect, with scores, trends by quarter and quotes; technicians, services and service areas with counts, mean ratings and scores; topics; answers to common questions and a summary, each with the reviews it rests on; and how it was all found, with the measured accuracy.',
        tag: 'datasets',
        mediaType: JSON_TYPE,
        media: { schema: InsightsDocument },
      }),
    },
    '/api/feed.json': {
      get: describeFile({
        operationId: 'getFeed',
        summary: 'The 50 newest reviews as JSON Feed',
        description: 'A JSON Feed 1.1 document of the 50 newest reviews. A WebSub topic.',
        tag: 'datasets',
        mediaType: JSON_TYPE,
        media: { schema: FeedDocument },
        topic: true,
      }),
    },
    '/feed.xml': {
      get: describeFile({
        operationId: 'getAtomFeed',
        summary: 'The 50 newest reviews as Atom',
        description: 'An Atom feed (RFC 4287) of the 50 newest reviews. A WebSub topic.',
        tag: 'datasets',
        mediaType: ATOM_TYPE,
        media: { schema: z.string() },
        topic: true,
      }),
    },
    '/.well-known/openapi.json': {
      get: describeFile({
        operationId: 'getDescription',
        summary: 'This description',
        description: 'The machine-readable description of the interface, also at /openapi.json.',
        tag: 'datasets',
        mediaType: JSON_TYPE,
        media: { schema: z.looseObject({ openapi: z.string() }) },
      }),
    },
  };
}

/** The files by which agents discover the service. */
export function describeDiscovery(): ZodOpenApiPathsObject {
  return {
    [SERVER_CARD_PATH]: {
      get: describeFile({
        operationId: 'getServerCard',
        summary: 'Where agents connect',
        description:
          'The MCP server card (SEP-2127): name, address and protocol revisions, also at /.well-known/mcp/server-card.json.',
        tag: 'mcp',
        mediaType: SERVER_CARD_TYPE,
        media: { schema: ServerCard },
        encoded: 'perhaps',
      }),
    },
    '/.well-known/ai-catalog.json': {
      get: describeFile({
        operationId: 'getAiCatalog',
        summary: 'What this origin offers to agents',
        description: 'An index of server cards, where clients look that know only the host.',
        tag: 'mcp',
        mediaType: AI_CATALOG_TYPE,
        media: { schema: AiCatalog },
        encoded: 'perhaps',
      }),
    },
    '/mcp/server.json': {
      get: describeFile({
        operationId: 'getRegistryEntry',
        summary: 'An entry for the MCP registry',
        description: 'The server.json that whoever runs this service may publish in the registry.',
        tag: 'mcp',
        mediaType: JSON_TYPE,
        media: { schema: RegistryEntry },
        encoded: 'perhaps',
      }),
    },
    '/llms.txt': {
      get: describeFile({
        operationId: 'getLlmsText',
        summary: 'What there is here, for language models',
        description: 'Tools, datasets, feeds and pages with their addresses, in Markdown.',
        tag: 'mcp',
        mediaType: TEXT_TYPE,
        media: { schema: z.string() },
        encoded: 'perhaps',
      }),
    },
  };
}

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
function describeFile(file: PublishedFile): ZodOpenApiOperationObject {
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
