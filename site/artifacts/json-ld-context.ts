import { z } from 'zod';

/** Members of reviews.json and of its records for which schema.org has no term. */
const LOCAL_TERMS = {
  ReviewsDocument: ['schemaVersion', 'collection', 'count', 'business', 'reviews'],
  Business: ['services', 'timeZone', 'disclaimer'],
  AggregateRating: ['ratingDistribution', 'earliest', 'latest', 'bySource'],
  Review: [
    'verification',
    'mentionedTechnicians',
    'mentionedServices',
    'mentionedServiceAreas',
    'sentiment',
    'aspects',
    'ownerReply',
    'relationship',
  ],
} as const;

/**
 * Local terms whose values have members that schema.org does not define. They are JSON literals
 * (JSON-LD 1.1 §4.2.2), otherwise `reviewsReceived` and the like would become terms of its vocabulary.
 */
const JSON_LITERALS: ReadonlySet<string> = new Set([
  'collection',
  'ratingDistribution',
  'verification',
  'sentiment',
  'aspects',
]);

/** The definition of a term: an address, with a type if its values are JSON literals. */
export const TermDefinition = z.union([
  z.string(),
  z.strictObject({ '@id': z.string(), '@type': z.literal('@json') }),
]);
type TermDefinition = z.infer<typeof TermDefinition>;

/**
 * The second half of the JSON-LD context: every local term becomes the address of its definition
 * in the OpenAPI document (a JSON Pointer, RFC 6901 §6), and `id` an identifier beside `@id`.
 */
export function jsonLdContext(baseUrl: string): Record<string, TermDefinition> {
  const terms = Object.entries(LOCAL_TERMS).flatMap(([schema, members]) =>
    members.map((member): [string, TermDefinition] => {
      const address = `${baseUrl}/openapi.json#/components/schemas/${schema}/properties/${member}`;
      return [member, JSON_LITERALS.has(member) ? { '@id': address, '@type': '@json' } : address];
    }),
  );
  return { id: 'https://schema.org/identifier', ...Object.fromEntries(terms) };
}
