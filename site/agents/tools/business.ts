import { z } from 'zod';
import { fitAnswer } from '#agents/answers/answer-size.ts';
import type { Business } from '#dataset/business.ts';
import { memoizeAsync } from '#dataset/memoize.ts';
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

/** What each part holds of the business, beside its name; others are members of the answer. */
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
  title: 'Business and overall rating',
  summary:
    'Returns what the business is and does, where and when, who works there, and how it is rated overall.',
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
      .describe('What became of every review that was received.'),
    dataset: z.looseObject({ reviewCount: z.int().describe('All reviews.') }).optional(),
    hints: z.array(z.string()).optional(),
  }),
  describe: () => ({
    more: 'Use it for "How is this business rated?", "Where is it, and when is it open?" and "What does it do?". Request only the parts you need; all of them together are long.',
    words: {
      parts: `List of ${PARTS.join(', ')}; all by default. contact has address, phone and opening hours; rating the mean, counts by stars and sources; collection what was withheld and removed.`,
    },
  }),
  answer: async ({ parts = [] }, source) => ({
    ok: true,
    json: parts.length === 0 ? await wholeOf(source) : await jsonOf(parts, source),
  }),
});

/** The usual answer, made once a release. */
const wholeOf = memoizeAsync((source: ReviewSource) => jsonOf([], source));

async function jsonOf(parts: readonly Part[], source: ReviewSource): Promise<string> {
  const answer = await answerOf(parts, source);
  return JSON.stringify(fitAnswer(answer, `${source.baseUrl}/reviews.json`));
}

/** All parts where none is named. */
async function answerOf(parts: readonly Part[], { etag, head }: ReviewSource) {
  const { business, aggregateRating, collection, dateModified, count } = await head();
  const { earliest: firstReview, latest: lastReview } = aggregateRating;
  const dataset = { etag, dateModified, reviewCount: count, firstReview, lastReview };
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
