import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
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
import {
  AI_CATALOG_TYPE,
  ATOM_TYPE,
  CSV_TYPE,
  JSON_LD_TYPE,
  JSON_TYPE,
  NDJSON_TYPE,
  PARQUET_TYPE,
  SQLITE_TYPE,
  TEXT_TYPE,
} from '#artifacts/media-types.ts';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv } from '#formats/write-csv.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { namesOf } from '#search/question/names.ts';
import {
  BAD_RANGE,
  get,
  type HeaderId,
  headersOf,
  type OperationId,
  ok,
  QUESTION_FAILURES,
} from './components.ts';
import written from './examples.json' with { type: 'json' };
import { type Examples, filled } from './examples.ts';
import { exampleInsights } from './excerpt.ts';
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

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** An example that is rendered from the excerpt of a release. */
const rendered = (render: (excerpt: Dataset) => Uint8Array) => (examples: Examples) =>
  JSON.parse(textOf(render(examples.excerpt)));

/** The review of the examples as a table: all tables share this example, a component. */
export const REVIEWS_CSV = {
  schema: z.string(),
  examples: {
    review: {
      id: 'ReviewsCsv',
      value: ({ excerpt, review }: Examples) =>
        textOf(renderCsv(columnsOf(namesOf(excerpt)), [review])),
    },
  },
};

/** The files with the data; tables are made on first request. */
export const DATASETS: ZodOpenApiPathsObject = {
  '/reviews.json': file(
    'getReviews',
    JSON_TYPE,
    { schema: ReviewsDocument, example: rendered(renderReviewsJson) },
    TOPIC,
  ),
  '/insights.json': file('getInsights', JSON_TYPE, {
    schema: InsightsDocument,
    example: ({ excerpt }: Examples) => exampleInsights(excerpt),
  }),
  '/api/feed.json': file(
    'getFeed',
    JSON_TYPE,
    { schema: FeedDocument, example: rendered(renderJsonFeed) },
    FEED,
  ),
  '/feed.xml': file(
    'getAtomFeed',
    ATOM_TYPE,
    {
      schema: z.string(),
      example: ({ excerpt }: Examples) => textOf(renderAtomFeed({ ...excerpt, removed: [] })),
    },
    FEED,
  ),
  [CONTEXT_PATH]: file('getContext', JSON_LD_TYPE, {
    schema: z
      .object({ '@context': z.record(z.string(), z.unknown()) })
      .meta({ id: 'JsonLdContext' }),
    example: written.context,
  }),
  '/.well-known/openapi.json': file('getDescription', JSON_TYPE, {
    schema: z
      .object({
        openapi: z.string(),
        info: z.object({ title: z.string(), version: z.string() }),
        paths: z.record(z.string(), z.unknown()),
      })
      .meta({ id: 'OpenApiDocument' }),
    example: filled(written.description),
  }),
  '/reviews.ndjson': file('getReviewsNdjson', NDJSON_TYPE, { schema: z.string() }),
  '/reviews.csv': file('getReviewsCsv', CSV_TYPE, REVIEWS_CSV),
  // Binary bodies have neither schema nor example (OpenAPI 3.1.0 §4.8.14.3).
  '/reviews.parquet': file('getReviewsParquet', PARQUET_TYPE, {}),
  '/reviews.sqlite': file('getReviewsSqlite', SQLITE_TYPE, {}),
};

/** The files by which agents discover the service. */
export const DISCOVERY: ZodOpenApiPathsObject = {
  [SERVER_CARD_PATH]: file('getServerCard', JSON_TYPE, {
    schema: ServerCard,
    example: rendered(renderServerCard),
  }),
  '/.well-known/ai-catalog.json': file('getAiCatalog', AI_CATALOG_TYPE, {
    schema: AiCatalog,
    example: rendered(renderAiCatalog),
  }),
  '/mcp/server.json': file('getRegistryEntry', JSON_TYPE, {
    schema: RegistryEntry,
    example: rendered(renderRegistryEntry),
  }),
  '/llms.txt': file('getLlmsText', TEXT_TYPE, {
    schema: z.string(),
    example: ({ excerpt }: Examples) => beginningOf(textOf(renderLlmsText(excerpt))),
  }),
};

/** The start of a text, which is enough of an example. */
const beginningOf = (text: string) => `${text.split('\n\n').slice(0, 2).join('\n\n')}\n`;
