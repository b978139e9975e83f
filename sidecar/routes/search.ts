import { SearchQuery } from '#search/question/search-query.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { renderSearchResult, searchResultBody } from '#search/search-result.ts';
import { HttpError } from '../http/http-error.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import type { Answer } from './answers/answer.ts';
import { readQuestion } from './read-question.ts';

export const SEARCH_PATH = '/api/reviews/search';

/** GET /api/reviews/search (specification §4). Throws HttpErrors: 400 with issues, 503 if busy. */
export async function answerSearch(
  { search, corpus, baseUrl }: Release,
  queryString: string,
): Promise<Answer> {
  const query = readQuestion(queryString, SearchQuery, 'search');
  const found = await search(query);
  if (found === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  const { next, positions } = found;
  const link = next === undefined ? [] : ['Link', linkToNext(baseUrl, query, next)];
  const { body, etag } = renderSearchResult(corpus, query, found);
  // It is there to be compressed now, and made again for a later coding: positions take less memory.
  const rendered = new WeakRef(body);
  return {
    etag,
    lastModified: undefined,
    headers: [...tagReviews(corpus, positions), ...link],
    length: body.length,
    body: () => [rendered.deref() ?? searchResultBody(corpus, query, found)],
    isCopy: true,
    heldBytes: 8 * positions.length,
  };
}

/** RFC 8288 §3.3, RFC 5005 §3: the next page of the same question. */
function linkToNext(baseUrl: string, query: SearchQuery, after: string): string {
  const parameters = new URLSearchParams(
    Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)]),
  );
  return `<${baseUrl}${SEARCH_PATH}?${parameters}>; rel="next"`;
}
