import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { type Corpus, reviewBytes } from './corpus.ts';
import { SearchQuery } from './search-query.ts';
import { strongEtag } from './strong-etag.ts';

const { limit: Limit, ...filters } = SearchQuery.shape;

/** The answer to a search (specification §4): the first matches, newest first, and how many. */
export const SearchResult = z
  .strictObject({
    total: z.int().nonnegative().describe('All matches, also those beyond the limit.'),
    count: z.int().nonnegative().describe('The number of reviews in this answer.'),
    limit: Limit.unwrap(),
    filters: z.strictObject(filters).describe('The filters as they were understood.'),
    reviews: z.array(Review).describe('Newest first, with all fields.'),
  })
  .meta({ id: 'SearchResult' });

/** The serialised answer with its strong ETag, put together from reviews as published. */
export function renderSearchResult(
  corpus: Corpus,
  query: SearchQuery,
  hits: { readonly total: number; readonly positions: readonly number[] },
): { readonly body: Uint8Array; readonly etag: string } {
  const { limit, ...asked } = query;
  const { total, positions } = hits;
  const head = { total, count: positions.length, limit, filters: asked };
  const pieces: Uint8Array[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"reviews":[`)];
  for (const position of positions) {
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(reviewBytes(corpus, position));
  }
  pieces.push(END);
  const body = Buffer.concat(pieces);
  return { body, etag: strongEtag(body) };
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');
