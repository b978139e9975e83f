import { basename } from 'node:path';
import { z } from 'zod';
import { REVIEWS_SCHEMA_PATH } from '#artifacts/json-ld-context.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { INSIGHTS_SCHEMA_PATH, InsightsDocument } from '#insights/insights-document.ts';

/** The documents that have their own JSON Schema, by its path. */
const DOCUMENTS = new Map<string, z.ZodType>([
  [REVIEWS_SCHEMA_PATH, ReviewsDocument],
  [INSIGHTS_SCHEMA_PATH, InsightsDocument],
]);

/** The paths of the JSON Schemas. */
export const SCHEMA_PATHS: readonly string[] = [...DOCUMENTS.keys()];

/** Renders the JSON Schema (2020-12) of a document; each kind of record has a name in `$defs`. */
export function renderJsonSchema(path: string, baseUrl: string): Uint8Array {
  const document = DOCUMENTS.get(path);
  if (!document) throw new Error(`No JSON Schema is published at ${path}.`);
  const { $schema, ...schema } = z.toJSONSchema(document, {
    override: ({ jsonSchema }) => {
      // OpenAPI's word; JSON Schema has a list (Validation §9.5).
      const { example } = jsonSchema;
      if (example === undefined) return;
      jsonSchema.examples = [example];
      delete jsonSchema.example;
    },
  });
  const named = { $schema, $id: baseUrl + path, title: basename(path), ...schema };
  return Buffer.from(`${JSON.stringify(named, null, 2)}\n`);
}
