import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { STRANGERS_WORDS } from '#agents/tool.ts';
import { citationOf, createMatcher } from '#agents/tools/concise-review.ts';
import { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { cursorAt } from '#search/question/cursor.ts';
import { readSearchDocuments } from '#search/search.ts';

export const PeerSettings = z.object({
  port: z.number(),
  /** Files with the dataset, and with what get_business answers. */
  reviews: z.string(),
  business: z.string(),
  isJson: z.boolean(),
});
export type PeerSettings = z.infer<typeof PeerSettings>;

const Dataset = z.object({ reviews: z.array(Review) });
const Business = z.record(z.string(), z.unknown());

export const SearchInput = {
  min_rating: z.number().min(1).max(5).optional(),
  query: z.string().min(1).max(200).optional(),
  limit: z.int().min(1).max(100).default(20),
  response_format: z.enum(['concise', 'detailed']).default('concise'),
};
/** Loose in what is within a review: the less a peer checks, the faster it is. */
export const SearchOutput = {
  total: z.int(),
  count: z.int(),
  limit: z.int().optional(),
  filters: z.record(z.string(), z.unknown()).optional(),
  next: z.string().optional(),
  notice: z.string().optional(),
  reviews: z.array(z.record(z.string(), z.unknown())),
};
export const BusinessOutput = z.looseObject({});

const SearchQuery = z.object(SearchInput);
type SearchQuery = z.infer<typeof SearchQuery>;

/** The questions name no technician and no service. */
const NAMES = { technicians: [], services: [], serviceAreas: [], aspects: [] };

/**
 * Answers as objects in memory, found as we do and made brief by our function, so that servers differ
 * in the protocol alone.
 */
export function createReviewDesk({ reviews: file, business }: PeerSettings) {
  const bytes = readFileSync(file);
  const { reviews } = Dataset.parse(JSON.parse(bytes.toString()));
  // As we do, a peer folds texts once.
  const read = reviews.map((review) => ({ ...review, folded: fold(review.reviewBody) }));
  const index = new SearchIndex(buildSearchIndex(readSearchDocuments([bytes])));
  const businessContent = Business.parse(JSON.parse(readFileSync(business, 'utf8')));
  const search = ({ limit, response_format, ...filters }: SearchQuery) => {
    const query = filters.query === undefined ? undefined : fold(filters.query);
    const { total, positions } = index.search({ ...filters, query, limit: limit + 1 });
    const page = positions.slice(0, limit);
    const found = page.flatMap((position) => reviews[position] ?? []);
    const last = page.at(-1);
    const hasNext = positions.length > limit && last !== undefined;
    const next = hasNext ? cursorAt(index.placeOf(last, 'newest'), filters) : undefined;
    const more = next !== undefined && { next };
    const counts = { total, count: found.length };
    if (response_format === 'detailed')
      return { ...counts, limit, filters, ...more, reviews: found };
    const matchOf = createMatcher(NAMES, filters);
    const concise = page.flatMap((position) => {
      const review = read[position];
      return review ? [{ ...citationOf(review), ...matchOf(review) }] : [];
    });
    return { ...counts, ...more, notice: STRANGERS_WORDS, reviews: concise };
  };
  return {
    search,
    searchAsAsked: (input: unknown) => search(SearchQuery.parse(input)),
    business: () => businessContent,
  };
}

export function resultOf(content: Record<string, unknown>) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(content) }],
    structuredContent: content,
  };
}
