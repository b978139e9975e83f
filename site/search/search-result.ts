import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { type Corpus, reviewBytes } from './corpus/corpus.ts';
import { FilterShape, SearchQuery } from './question/search-query.ts';
import type { SearchAnswer } from './run-search.ts';

export const Hints = z
  .array(z.string())
  .describe('Where little was found: what a name may have meant, and what finds more.');

/** What a question was understood to ask for. */
export const Filters = z.strictObject(FilterShape).describe('The filters as they were understood.');

/** The answer to a search (specification §4): a page of the matches, and the number of all. */
export const SearchResult = z
  .strictObject({
    total: z.int().nonnegative().describe('All matches, also those of other pages.'),
    count: z.int().nonnegative().describe('The number of reviews in this answer.'),
    limit: SearchQuery.shape.limit.unwrap(),
    filters: Filters,
    next: z
      .string()
      .optional()
      .describe('The cursor of the next page, for `after`; absent on the last page.'),
    hints: Hints.optional(),
    reviews: z.array(Review).describe('In the order of `sort`, with all fields.'),
  })
  .meta({ id: 'SearchResult' });

/** The serialized answer, assembled from the reviews as published. */
export function renderSearchResult(
  corpus: Corpus,
  query: SearchQuery,
  found: SearchAnswer,
): Uint8Array {
  const reviews = found.positions.flatMap((position) => [COMMA, reviewBytes(corpus, position)]);
  const head = JSON.stringify(searchResultHead(query, found));
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"reviews":[`),
    ...reviews.slice(1),
    Buffer.from(']}'),
  ]);
}

/** The members of the answer before its reviews. */
export function searchResultHead(query: SearchQuery, found: SearchAnswer) {
  const { limit, sort, after, ...filters } = query;
  const { total, positions, next, hints = [] } = found;
  return {
    total,
    count: positions.length,
    limit,
    filters,
    next,
    ...(hints.length > 0 && { hints: hints.map(({ text }) => text) }),
  };
}

const COMMA = Buffer.from(',');
