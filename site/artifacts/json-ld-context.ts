import type { Dataset } from '#dataset/dataset.ts';
import context from './context.json' with { type: 'json' };

/** The path of the context of reviews.json. */
export const CONTEXT_PATH = '/context.jsonld';

/** The path of the JSON Schema of reviews.json, where members are defined for which schema.org has no term. */
export const REVIEWS_SCHEMA_PATH = '/schema/reviews.json';

/**
 * Renders context.jsonld, the JSON-LD context that reviews.json names behind that of schema.org. The
 * document is a Dataset about the business that has the reviews as its parts; its rating, which is one of
 * the business and which it only mentions, and each review name the business as what they are of.
 *
 * What begins with # in context.json is a place in the JSON Schema (RFC 6901 §6). Members of which
 * schema.org would make other terms of its own, or ratings of nothing, are JSON literals (JSON-LD 1.1
 * §4.2.2); what schema.org takes for addresses, or has under another name, is there as it is meant here.
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
