import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { DATA_PACKAGE_PATH, SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { FeedDocument } from '#artifacts/feeds/json-feed.ts';
import { CONTEXT_PATH, REVIEWS_SCHEMA_PATH } from '#artifacts/json-ld-context.ts';
import {
  AI_CATALOG_TYPE,
  API_CATALOG_TYPE,
  ATOM_TYPE,
  CSV_TYPE,
  JSON_LD_TYPE,
  JSON_SCHEMA_TYPE,
  JSON_TYPE,
  NDJSON_TYPE,
  PARQUET_TYPE,
  SQLITE_TYPE,
  TEXT_TYPE,
} from '#artifacts/media-types.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { INSIGHTS_SCHEMA_PATH, InsightsDocument } from '#insights/insights-document.ts';
import {
  BAD_RANGE,
  get,
  type HeaderId,
  headersOf,
  type OperationId,
  ok,
  PRECONDITION_FAILED,
  QUESTION_FAILURES,
} from './components.ts';
import {
  AiCatalog,
  ApiCatalog,
  DataPackage,
  JsonLdContext,
  JsonSchema,
  OpenApiDocument,
  RegistryEntry,
  ServerCard,
} from './metadata-schemas.ts';
import { FEED_PARAMETERS } from './question-parameters.ts';
import words from './words.json' with { type: 'json' };

/** A file, apart from its body. */
type Kind = {
  /** Headers besides its tag. */
  readonly headers: readonly HeaderId[];
  readonly requestParams?: { readonly query: z.ZodObject };
  readonly failures?: ZodOpenApiResponsesObject;
};
const PLAIN: Kind = { headers: ['LastModified'] };
const TOPIC: Kind = { headers: ['LastModified', 'TopicLink'] };
/** A topic without search parameters. */
const FEED: Kind = {
  headers: ['FeedLink'],
  requestParams: { query: FEED_PARAMETERS },
  failures: QUESTION_FAILURES,
};

const TEXT = { schema: z.string() };

/**
 * Describes GET of a published file: conditional, and in ranges. A part has the media type and the
 * schema of the whole (RFC 9110 §15.3.7), as generated clients take any 2xx for an answer: another
 * schema would spoil the type of the whole. For the same reason Range is not a parameter, but
 * described in words: tools that try all parameters would take a part for a document.
 * If-None-Match, which every GET takes, is also described there.
 */
function file(
  operationId: OperationId,
  type: string,
  media: ZodOpenApiMediaTypeObject,
  { headers, failures, requestParams }: Kind = PLAIN,
): ZodOpenApiPathItemObject {
  const { schema } = media;
  const part = {
    description: words.answers.part,
    headers: headersOf('ContentRange'),
    content: { [type]: schema ? { schema } : {} },
  };
  const answer = ok(words.answers.file, { [type]: media }, 'ETag', ...headers);
  return get(operationId, answer, { '206': part, '416': BAD_RANGE, ...failures }, requestParams);
}

/** The files with the data, which are their own examples; tables are made on first request. */
export const DATASETS: ZodOpenApiPathsObject = {
  '/reviews.json': file('getReviews', JSON_TYPE, { schema: ReviewsDocument }, TOPIC),
  '/insights.json': file('getInsights', JSON_TYPE, { schema: InsightsDocument }),
  '/api/feed.json': file('getFeed', JSON_TYPE, { schema: FeedDocument }, FEED),
  '/feed.xml': file('getAtomFeed', ATOM_TYPE, TEXT, FEED),
  [CONTEXT_PATH]: file('getContext', JSON_LD_TYPE, { schema: JsonLdContext }),
  '/.well-known/openapi.json': file('getDescription', JSON_TYPE, { schema: OpenApiDocument }),
  '/reviews.ndjson': file('getReviewsNdjson', NDJSON_TYPE, TEXT),
  '/reviews.csv': file('getReviewsCsv', CSV_TYPE, TEXT),
  // Binary bodies have no schema (OpenAPI 3.1.0 §4.8.14.3).
  '/reviews.parquet': file('getReviewsParquet', PARQUET_TYPE, {}),
  '/reviews.sqlite': file('getReviewsSqlite', SQLITE_TYPE, {}),
};

/** The files by which agents discover the service. */
export const DISCOVERY: ZodOpenApiPathsObject = {
  [SERVER_CARD_PATH]: file('getServerCard', JSON_TYPE, { schema: ServerCard }),
  '/.well-known/ai-catalog.json': file('getAiCatalog', AI_CATALOG_TYPE, { schema: AiCatalog }),
  '/mcp/server.json': file('getRegistryEntry', JSON_TYPE, { schema: RegistryEntry }),
  '/llms.txt': file('getLlmsText', TEXT_TYPE, TEXT),
};

/** The metadata documents, for catalogs and tools. */
export const METADATA: ZodOpenApiPathsObject = {
  [REVIEWS_SCHEMA_PATH]: metadata('getReviewsSchema', JSON_SCHEMA_TYPE, JsonSchema),
  [INSIGHTS_SCHEMA_PATH]: metadata('getInsightsSchema', JSON_SCHEMA_TYPE, JsonSchema),
  [DATA_PACKAGE_PATH]: metadata('getDataPackage', JSON_TYPE, DataPackage),
  '/.well-known/api-catalog': metadata('getApiCatalog', API_CATALOG_TYPE, ApiCatalog),
};

/** Describes GET of a metadata document. */
function metadata(
  operationId: OperationId,
  type: string,
  schema: z.ZodType,
): ZodOpenApiPathItemObject {
  const answer = ok(words.answers.file, { [type]: { schema } }, 'ETag', 'LastModified');
  return get(operationId, answer, { '412': PRECONDITION_FAILED });
}
