import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { API_VERSION } from '#agents/server-info.ts';
import { SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import {
  AiCatalog,
  RegistryEntry,
  renderAiCatalog,
  renderRegistryEntry,
  renderServerCard,
  ServerCard,
} from '#artifacts/discovery.ts';
import { renderAtomFeed } from '#artifacts/feeds/atom-feed.ts';
import { FeedDocument, renderJsonFeed } from '#artifacts/feeds/json-feed.ts';
import { CONTEXT_PATH } from '#artifacts/json-ld-context.ts';
import { renderLlmsText } from '#artifacts/llms-text.ts';
import { AI_CATALOG_TYPE, ATOM_TYPE, JSON_LD_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import { deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import type { Examples } from '../examples.ts';
import { firstSentence } from '../excerpt.ts';
import { describeFile, jsonOf, textOf } from './describe-file.ts';

/*
 * Files: datasets and discovery are here, an entry a file, by describe-file.ts; tables in
 * describe-tables.ts; schemas and what describes all files, for catalogs, in describe-metadata.ts.
 */

/** As much as clients look at first. */
const OpenApiDocument = z
  .object({
    openapi: z.string(),
    info: z.object({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OpenApiDocument' });
const Context = z
  .object({ '@context': z.record(z.string(), z.unknown()) })
  .meta({ id: 'JsonLdContext' });

/** The files with the data. */
export function describeDatasets(): ZodOpenApiPathsObject {
  return {
    '/reviews.json': describeFile('datasets', {
      operationId: 'getReviews',
      summary: 'All verified reviews',
      description:
        'Newest first, with the business, its rating and how the reviews were collected. Valid JSON-LD. A WebSub topic.',
      media: {
        schema: ReviewsDocument,
        example: ({ excerpt }) => jsonOf(renderReviewsJson(excerpt)),
      },
      topic: true,
    }),
    '/insights.json': describeFile('datasets', {
      operationId: 'getInsights',
      summary: 'What the reviews say',
      description:
        'Praise and criticism by aspect; scores of people, services and service areas; topics; answers and a summary, with the reviews they rest on; and the method, with its measured accuracy.',
      media: {
        schema: InsightsDocument,
        example: exampleInsights,
      },
    }),
    '/api/feed.json': describeFile('datasets', {
      operationId: 'getFeed',
      summary: 'The 50 newest reviews as JSON Feed',
      description:
        'A JSON Feed 1.1 document. A WebSub topic, and older reviews where next_url leads. With parameters of search, it is a feed of what they find, and no topic; others are ignored.',
      media: {
        schema: FeedDocument,
        example: ({ excerpt }) => jsonOf(renderJsonFeed(excerpt)),
      },
      topic: 'feed',
    }),
    '/feed.xml': describeFile('datasets', {
      operationId: 'getAtomFeed',
      summary: 'The 50 newest reviews as Atom',
      description:
        'An Atom feed (RFC 4287). A WebSub topic, and older reviews where prev-archive leads. Takes parameters as /api/feed.json does.',
      mediaType: ATOM_TYPE,
      media: {
        schema: z.string(),
        example: ({ excerpt }) => textOf(renderAtomFeed({ ...excerpt, removed: [] })),
      },
      topic: 'feed',
    }),
    [CONTEXT_PATH]: describeFile('datasets', {
      operationId: 'getContext',
      summary: 'What members of reviews.json mean',
      description: 'The JSON-LD context that reviews.json names beside schema.org.',
      mediaType: JSON_LD_TYPE,
      media: {
        schema: Context,
        example: () => ({ '@context': { reviews: 'http://schema.org/hasPart' } }),
      },
    }),
    '/.well-known/openapi.json': describeFile('datasets', {
      operationId: 'getDescription',
      summary: 'This description',
      description: 'Also at /openapi.json.',
      media: {
        schema: OpenApiDocument,
        example: exampleDescription,
      },
    }),
  };
}

/** The files by which agents discover the service. */
export function describeDiscovery(): ZodOpenApiPathsObject {
  return {
    [SERVER_CARD_PATH]: describeFile('mcp', {
      operationId: 'getServerCard',
      summary: 'Where agents connect',
      description: 'The MCP server card (SEP-2127): name, address and protocol revisions.',
      media: {
        schema: ServerCard,
        example: ({ excerpt }) => jsonOf(renderServerCard(excerpt)),
      },
    }),
    '/.well-known/ai-catalog.json': describeFile('mcp', {
      operationId: 'getAiCatalog',
      summary: 'What this origin offers to agents',
      description: 'An index of server cards, where clients look that know only the host.',
      mediaType: AI_CATALOG_TYPE,
      media: {
        schema: AiCatalog,
        example: ({ excerpt }) => jsonOf(renderAiCatalog(excerpt)),
      },
    }),
    '/mcp/server.json': describeFile('mcp', {
      operationId: 'getRegistryEntry',
      summary: 'An entry for the MCP registry',
      description: 'For whoever runs this service to publish in the registry.',
      media: {
        schema: RegistryEntry,
        example: ({ excerpt }) => jsonOf(renderRegistryEntry(excerpt)),
      },
    }),
    '/llms.txt': describeFile('mcp', {
      operationId: 'getLlmsText',
      summary: 'What there is here, for language models',
      description: 'Tools, datasets, feeds and pages with their addresses, in Markdown.',
      mediaType: TEXT_TYPE,
      media: {
        schema: z.string(),
        example: ({ excerpt }) => beginningOf(textOf(renderLlmsText(excerpt))),
      },
    }),
  };
}

/** A text of which it is enough to see how it begins. */
const beginningOf = (text: string) => `${text.split('\n\n').slice(0, 2).join('\n\n')}\n`;

/** Without what repeats the same quote, and with one of the many benchmarks. */
function exampleInsights({ excerpt }: Examples): InsightsDocument {
  const { methodology, aspects, ...others } = deriveInsights({
    ...excerpt,
    services: [],
    serviceAreas: [],
  });
  const { description, limitations, benchmarks } = methodology;
  return {
    ...others,
    aspects: aspects.map((one) => ({ ...one, trend: [] })),
    entities: { technicians: [], services: [], serviceAreas: [] },
    methodology: {
      ...methodology,
      description: firstSentence(description),
      limitations: firstSentence(limitations),
      benchmarks: benchmarks.slice(0, 1),
    },
  };
}

const exampleDescription = ({ excerpt: { business } }: Examples) => ({
  openapi: '3.1.0',
  info: { title: `Verified reviews of ${business.name}`, version: API_VERSION },
  paths: {},
});
