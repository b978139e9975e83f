import type { Dataset } from '#dataset/dataset.ts';

/** The path of the context of reviews.json. */
export const CONTEXT_PATH = '/context.jsonld';

/** The path of the JSON Schema of reviews.json, where members are defined for which schema.org has no term. */
export const REVIEWS_SCHEMA_PATH = '/schema/reviews.json';

const SCHEMA_ORG = 'http://schema.org/';

/** Members of each record for which schema.org has no term. */
const LOCAL_TERMS = {
  ReviewsDocument: ['collection', 'count'],
  Business: ['services', 'timeZone', 'disclaimer', 'license', 'reportUrl'],
  AggregateRating: ['ratingDistribution', 'earliest', 'latest', 'bySource'],
  Review: [
    'verification',
    'mentionedTechnicians',
    'mentionedTechnicianIds',
    'mentionedServices',
    'mentionedServiceAreas',
    'sentiment',
    'aspects',
    'ownerReply',
    'relationship',
  ],
} as const;

/**
 * Local terms whose values have members that schema.org does not define, or that would be ratings of
 * nothing. They are JSON literals (JSON-LD 1.1 §4.2.2): otherwise `reviewsReceived` and the like would
 * become terms of its vocabulary.
 */
const JSON_LITERALS: ReadonlySet<string> = new Set([
  'collection',
  'ratingDistribution',
  'bySource',
  'verification',
  'sentiment',
  'aspects',
]);

/**
 * Renders context.jsonld, the JSON-LD context that reviews.json names behind that of schema.org. The
 * document is a Dataset about the business that has the reviews as its parts; its rating, which it only
 * mentions, and each review name the business as what they are of.
 */
export function renderJsonLdContext({
  baseUrl,
}: Pick<Dataset, 'baseUrl'>): Uint8Array<ArrayBuffer> {
  const termsOf = (schema: keyof typeof LOCAL_TERMS) =>
    Object.fromEntries(
      LOCAL_TERMS[schema].map((member) => {
        // A JSON Pointer (RFC 6901 §6).
        const address = `${baseUrl}${REVIEWS_SCHEMA_PATH}#/$defs/${schema}/properties/${member}`;
        return [member, JSON_LITERALS.has(member) ? { '@id': address, '@type': '@json' } : address];
      }),
    );
  const context = {
    // schema.org has this as another name of `@id`.
    id: `${SCHEMA_ORG}identifier`,
    $schema: { '@id': 'http://purl.org/dc/terms/conformsTo', '@type': '@id' },
    // schema.org takes these for addresses.
    schemaVersion: `${SCHEMA_ORG}schemaVersion`,
    temporalCoverage: `${SCHEMA_ORG}temporalCoverage`,
    // A rating of the business, not of the dataset (JSON-LD 1.1 §4.1.8 and §4.1.9).
    Dataset: {
      '@id': `${SCHEMA_ORG}Dataset`,
      '@context': { aggregateRating: `${SCHEMA_ORG}mentions` },
    },
    business: { '@id': `${SCHEMA_ORG}about`, '@context': termsOf('Business') },
    reviews: `${SCHEMA_ORG}hasPart`,
    ...termsOf('ReviewsDocument'),
    ...termsOf('AggregateRating'),
    ...termsOf('Review'),
  };
  return Buffer.from(`${JSON.stringify({ '@context': context }, null, 2)}\n`);
}
