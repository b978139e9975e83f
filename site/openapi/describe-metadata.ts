import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { DATA_PACKAGE_PATH } from '#artifacts/catalog.ts';
import { REVIEWS_SCHEMA_PATH } from '#artifacts/json-ld-context.ts';
import { API_CATALOG_TYPE, JSON_SCHEMA_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { INSIGHTS_SCHEMA_PATH } from '#insights/insights-document.ts';
import { get, type OperationId, ok, PRECONDITION_FAILED } from './components.ts';
import written from './examples.json' with { type: 'json' };
import { filled } from './examples.ts';
import words from './words.json' with { type: 'json' };

/** Describes GET of a metadata document, with its example from examples.json. */
function description(
  operationId: OperationId & keyof typeof written,
  type: string,
  schema: z.ZodType,
): ZodOpenApiPathItemObject {
  const content = { [type]: { schema, example: filled(written[operationId]) } };
  return get(operationId, ok(words.answers.file, content, 'ETag', 'LastModified'), {
    '412': PRECONDITION_FAILED,
  });
}

// Only the members of each document that clients look at first.

const JsonSchema = z
  .object({ $schema: z.string(), $id: z.string(), title: z.string() })
  .meta({ id: 'JsonSchema' });

const DataPackage = z.object({
  name: z.string(),
  version: z.string(),
  resources: z.array(
    z.object({ path: z.string(), mediatype: z.string(), bytes: z.int(), hash: z.string() }),
  ),
});

const ApiCatalog = z.object({
  linkset: z.array(
    z.object({
      anchor: z.string(),
      'service-desc': z.array(z.object({ href: z.string() })).optional(),
    }),
  ),
});

/** The metadata documents, for catalogs and tools. */
export const METADATA: ZodOpenApiPathsObject = {
  [REVIEWS_SCHEMA_PATH]: description('getReviewsSchema', JSON_SCHEMA_TYPE, JsonSchema),
  [INSIGHTS_SCHEMA_PATH]: description('getInsightsSchema', JSON_SCHEMA_TYPE, JsonSchema),
  [DATA_PACKAGE_PATH]: description('getDataPackage', JSON_TYPE, DataPackage),
  '/.well-known/api-catalog': description('getApiCatalog', API_CATALOG_TYPE, ApiCatalog),
};
