import { z } from 'zod';
import { fitAnswer } from '#agents/answers/answer-size.ts';
import type { Business } from '#dataset/business.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { defineTool } from '../tool.ts';

const PARTS = [
  'profile',
  'contact',
  'staff',
  'services',
  'rating',
  'collection',
  'dataset',
] as const;
type Part = (typeof PARTS)[number];

/** The members of the business in each part, besides its name; others are members of the answer. */
const MEMBERS: Readonly<Partial<Record<Part, readonly (keyof Business)[]>>> = {
  profile: [
    '@type',
    'legalName',
    'description',
    'url',
    'sameAs',
    'foundingDate',
    'priceRange',
    'knowsLanguage',
    'disclaimer',
  ],
  contact: ['telephone', 'email', 'url', 'address', 'openingHoursSpecification', 'timeZone'],
  staff: ['employee'],
  services: ['services', 'areaServed'],
};

const known = `must be one of ${PARTS.join(', ')}`;

export const getBusiness = defineTool({
  name: 'get_business',
  Input: z.strictObject({ parts: z.array(z.enum(PARTS, known)).optional() }),
  Output: z.looseObject({
    business: z.looseObject({ name: z.string() }).optional(),
    aggregateRating: z
      .looseObject({ ratingCount: z.int() })
      .optional()
      .describe(
        'ratingValue is the mean; ratingCount is all reviews, reviewCount those with a text; counts by stars and source; first and last review.',
      ),
    collection: z
      .looseObject({ reviewsReceived: z.int() })
      .optional()
      .describe('The fate of every review received; removed: when and why.'),
    dataset: z.looseObject({ reviewCount: z.int().describe('All reviews.') }).optional(),
    hints: z.array(z.string()).optional(),
  }),
  answer: async ({ parts = [] }, source) => ({
    ok: true,
    answer: fitAnswer(await membersFor(parts, source), `${source.baseUrl}/reviews.json`),
  }),
});

/** All parts if none is named. */
async function membersFor(parts: readonly Part[], { etag, head, removed }: ReviewSource) {
  const { business, aggregateRating, dateModified, count, ...rest } = await head();
  const { earliest: firstReview, latest: lastReview } = aggregateRating;
  const dataset = { etag, dateModified, reviewCount: count, firstReview, lastReview };
  const collection = { ...rest.collection, ...(removed.length > 0 && { removed }) };
  if (parts.length === 0) return { business, aggregateRating, collection, dataset };
  const named = parts.flatMap((part) => MEMBERS[part] ?? []);
  return {
    ...(named.length > 0 && { business: membersOf(business, ['name', ...named]) }),
    ...(parts.includes('rating') && { aggregateRating }),
    ...(parts.includes('collection') && { collection }),
    ...(parts.includes('dataset') && { dataset }),
  };
}

function membersOf(business: Business, names: readonly (keyof Business)[]) {
  return Object.fromEntries(
    names.flatMap((name) => (business[name] === undefined ? [] : [[name, business[name]]])),
  );
}
