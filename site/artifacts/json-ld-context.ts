import type { Dataset } from '#dataset/dataset.ts';
import context from './context.json' with { type: 'json' };

/** The path of the context of reviews.json. */
export const CONTEXT_PATH = '/context.jsonld';

/** The path of the JSON Schema of reviews.json, for members without a term of schema.org. */
export const REVIEWS_SCHEMA_PATH = '/schema/reviews.json';

/**
 * Renders context.jsonld, the JSON-LD context that reviews.json names after the one of schema.org. The
 * document is a Dataset about the business, and the reviews are its parts. The rating, which it only
 * mentions, and each review name the business as the item reviewed.
 *
 * A value in context.json that begins with # is a JSON Pointer into the JSON Schema (RFC 6901 §6).
 * Members that schema.org would read as other terms, or as ratings of nothing, are JSON literals (JSON-LD
 * 1.1 §4.2.2); terms that it defines as addresses, or under another name, are defined as they are used.
 */
export function renderJsonLdContext({
  baseUrl,
}: Pick<Dataset, 'baseUrl'>): Uint8Array<ArrayBuffer> {
  const absolute = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('#')
      ? `${baseUrl}${REVIEWS_SCHEMA_PATH}${value}`
      : value;
  return Buffer.from(`${JSON.stringify({ '@context': context }, absolute, 2)}\n`);
}
