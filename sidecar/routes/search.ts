import { SEARCH_BUSY } from '#search/run-search.ts';
import { SearchQuery } from '#search/search-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { HttpError } from '../http/http-error.ts';
import { type Reply, replyWithJson } from '../http/reply.ts';
import type { ReadRequest } from '../http/request.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { readQuestion } from './read-question.ts';

export const SEARCH_PATH = '/api/reviews/search';

/** GET /api/reviews/search (specification §4). Throws HttpErrors: 400 with issues, 503 if busy. */
export async function replyWithSearch(
  release: Release,
  queryString: string,
  request: ReadRequest,
): Promise<Reply> {
  const query = readQuestion(queryString, SearchQuery, 'search');
  const found = await release.search(query);
  if (found === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  const { body, etag } = renderSearchResult(release.corpus, query, found);
  const { next, positions } = found;
  const link = next === undefined ? [] : ['Link', linkToNext(release.baseUrl, query, next)];
  const tags = [...tagReviews(release.corpus, positions), ...link];
  return replyWithJson({ etag, lastModified: undefined, tags, body: () => [body] }, request);
}

/** RFC 8288 §3.3, RFC 5005 §3: the next page of the same question. */
function linkToNext(baseUrl: string, query: SearchQuery, after: string): string {
  const parameters = new URLSearchParams(
    Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)]),
  );
  return `<${baseUrl}${SEARCH_PATH}?${parameters}>; rel="next"`;
}
