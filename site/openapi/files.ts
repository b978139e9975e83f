import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
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
    '/reviews.json': describeFile('datasets', {
      operationId: 'getReviews',
      summary: 'All verified reviews',
      description:
        'The whole dataset: business, aggregate rating, how the reviews were collected, and every verified review, newest first. Valid JSON-LD. A WebSub topic.',
      media: { schema: ReviewsDocument },
      topic: true,
    }),
    '/insights.json': describeFile('datasets', {
      operationId: 'getInsights',
      summary: 'What the reviews say',
      description:
        'What is praised and criticized, by aspect, with scores, trends by quarter and quotes; technicians, services and service areas with counts, mean ratings and scores; topics; answers to common questions and a summary, each with the reviews it rests on; and how it was all found, with the measured accuracy.',
      media: { schema: InsightsDocument },
    }),
    '/api/feed.json': describeFile('datasets', {
      operationId: 'getFeed',
      summary: 'The 50 newest reviews as JSON Feed',
      description: 'A JSON Feed 1.1 document of the 50 newest reviews. A WebSub topic.',
      media: { schema: FeedDocument },
      topic: true,
    }),
    '/feed.xml': describeFile('datasets', {
      operationId: 'getAtomFeed',
      summary: 'The 50 newest reviews as Atom',
      description: 'An Atom feed (RFC 4287) of the 50 newest reviews. A WebSub topic.',
      mediaType: ATOM_TYPE,
      media: { schema: z.string() },
      topic: true,
    }),
    '/.well-known/openapi.json': describeFile('datasets', {
      operationId: 'getDescription',
      summary: 'This description',
      description: 'The machine-readable description of the interface, also at /openapi.json.',
      media: { schema: z.looseObject({ openapi: z.string() }) },
    }),
  };
}

/** The files by which agents discover the service. */
export function describeDiscovery(): ZodOpenApiPathsObject {
  return {
    [SERVER_CARD_PATH]: describeFile('mcp', {
      operationId: 'getServerCard',
      summary: 'Where agents connect',
      description:
        'The MCP server card (SEP-2127): name, address and protocol revisions, also at /.well-known/mcp/server-card.json.',
      mediaType: SERVER_CARD_TYPE,
      media: { schema: ServerCard },
    }),
    '/.well-known/ai-catalog.json': describeFile('mcp', {
      operationId: 'getAiCatalog',
      summary: 'What this origin offers to agents',
      description: 'An index of server cards, where clients look that know only the host.',
      mediaType: AI_CATALOG_TYPE,
      media: { schema: AiCatalog },
    }),
    '/mcp/server.json': describeFile('mcp', {
      operationId: 'getRegistryEntry',
      summary: 'An entry for the MCP registry',
      description: 'The server.json that whoever runs this service may publish in the registry.',
      media: { schema: RegistryEntry },
    }),
    '/llms.txt': describeFile('mcp', {
      operationId: 'getLlmsText',
      summary: 'What there is here, for language models',
      description: 'Tools, datasets, feeds and pages with their addresses, in Markdown.',
      mediaType: TEXT_TYPE,
      media: { schema: z.string() },
    }),
  };
}

type PublishedFile = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  readonly media: Parameters<typeof ok>[2];
  readonly topic?: boolean;
};

/** GET of a published file: conditional, and in ranges. */
function describeFile(tag: 'datasets' | 'mcp', file: PublishedFile): ZodOpenApiPathItemObject {
  const { operationId, summary, description, mediaType = JSON_TYPE, media, topic = false } = file;
  // What describes the service is short: it may not be worth compressing.
  const headers = { topic, mayBeShort: tag === 'mcp' };
  const get = {
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
  return { get };
}
