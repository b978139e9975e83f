import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SEARCH_BUSY, type SearchHits } from '#search/search.ts';
import { SearchQuery } from '#search/search-query.ts';
import { SearchResult } from '#search/search-result.ts';
import { readyJson } from '../ready-json.ts';
import { defineTool, STRANGERS_WORDS } from '../tool.ts';
import { ConciseReview, conciseReviewAt } from './concise-review.ts';
import { readySearchResult } from './ready-search-result.ts';
import { hintsOnNames } from './unknown-names.ts';

const Input = SearchQuery.safeExtend({
  response_format: z
    .enum(['detailed', 'concise'], 'must be "detailed" or "concise"')
    .default('detailed')
    .meta({
      description:
        '"detailed": every field of each review. "concise": id, date, rating, author, an excerpt and url, in about a third of the length.',
      example: 'concise',
    }),
});

const Output = SearchResult.extend({
  reviews: z
    .array(z.union([Review, ConciseReview]))
    .describe('Newest first: all fields, or with response_format "concise" in brief.'),
});

export const searchReviews = defineTool({
  name: 'search_reviews',
  title: 'Search reviews',
  description: `Finds verified customer reviews by words of their text, stars, dates, and by the technician or service that they mention. Filters combine: a review is found where all of them hold; without any, the newest reviews are found. The tool for "What do customers say about ...?" and for quotations with author, date and url. The answer has the newest matches first; \`total\` counts all matches, also those beyond \`limit\`, and \`until\` with the date of the last one leads on to older ones. \`query\` is one phrase that stands in the text as it is, not keywords. Names for mentions_technician and mentions_service are in list_entities; get_review_stats counts without listing. ${STRANGERS_WORDS}`,
  Input,
  Output,
  answer: async ({ response_format, ...query }, source) => {
    const hits = await source.search(query);
    if (hits === 'busy') return { ok: false, message: SEARCH_BUSY };
    const json =
      response_format === 'concise'
        ? readyJson(conciseResult(source, query, hits))
        : readySearchResult(source.corpus, query, hits);
    const hints = hits.total === 0 ? await hintsOnNames(query, source) : [];
    return { ok: true, json, ...(hints.length > 0 && { hints }) };
  },
});

function conciseResult(
  { corpus }: ReviewSource,
  { limit, ...filters }: SearchQuery,
  { total, positions }: SearchHits,
): string {
  const reviews = positions.map((position) => conciseReviewAt(corpus, position));
  return JSON.stringify({ total, count: reviews.length, limit, filters, reviews });
}
