import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { type Corpus, reviewBytes } from './corpus/corpus.ts';
import type { SearchHits } from './search.ts';
import { SearchQuery } from './search-query.ts';
import { strongEtag } from './strong-etag.ts';

const { limit: Limit, ...filters } = SearchQuery.shape;

/** The answer to a search (specification §4): the newest matches, and the number of all. */
export const SearchResult = z
  .strictObject({
    total: z.int().nonnegative().describe('All matches, also those beyond the limit.'),
    count: z.int().nonnegative().describe('The number of reviews in this answer.'),
    limit: Limit.unwrap(),
    filters: z.strictObject(filters).describe('The filters as they were understood.'),
    reviews: z.array(Review).describe('Newest first, with all fields.'),
  })
  .meta({ id: 'SearchResult' });

/** The serialised answer with its strong ETag, assembled from the reviews as published. */
export function renderSearchResult(
  corpus: Corpus,
  query: SearchQuery,
  hits: SearchHits,
): { readonly body: Uint8Array; readonly etag: string } {
  const pieces: Uint8Array[] = [Buffer.from(searchResultHead(query, hits))];
  for (const position of hits.positions) {
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(reviewBytes(corpus, position));
  }
  pieces.push(END);
  const body = Buffer.concat(pieces);
  return { body, etag: strongEtag(body) };
}

/** The serialised answer up to its first review; after the last one comes `]}`. */
export function searchResultHead(query: SearchQuery, { total, positions }: SearchHits): string {
  const { limit, ...filters } = query;
  const head = { total, count: positions.length, limit, filters };
  return `${JSON.stringify(head).slice(0, -1)},"reviews":[`;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');
