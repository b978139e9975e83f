import { CSV_TYPE } from '#artifacts/media-types.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv } from '#formats/write-csv.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { SEARCH_BUSY, type Search } from '#search/run-search.ts';
import { renderSearchResult, searchResultBody } from '#search/search-result.ts';
import type { RawHeaders } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { type Answer, answerWith } from './answers/answer.ts';
import { readQuestion } from './read-question.ts';

export const SEARCH_PATH = '/api/reviews/search';
export const SEARCH_CSV_PATH = '/api/reviews/search.csv';

/** GET /api/reviews/search (specification §4). Throws HttpErrors: 400 with issues, 503 if busy. */
export async function answerSearch(
  { search, corpus, baseUrl }: Release,
  queryString: string,
): Promise<Answer> {
  const { query, found } = await ask(search, queryString);
  const { next, positions } = found;
  const link = linkToNext(baseUrl + SEARCH_PATH, query, next);
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

/** The same question, answered with a table in the columns of reviews.csv. Throws the same. */
export async function answerSearchAsCsv(
  { search, published, names, corpus, baseUrl }: Release,
  queryString: string,
): Promise<Answer> {
  const { query, found } = await ask(search, queryString);
  const { next, positions } = found;
  const reviews = await published.reviews(positions);
  return answerWith(renderCsv(columnsOf(names), reviews), {
    mediaType: CSV_TYPE,
    headers: [
      ...tagReviews(corpus, positions),
      ...linkToNext(baseUrl + SEARCH_CSV_PATH, query, next),
    ],
  });
}

async function ask(search: Search, queryString: string) {
  const query = readQuestion(queryString, SearchQuery, 'search');
  const found = await search(query);
  if (found === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  return { query, found };
}

/** RFC 8288 §3.3, RFC 5005 §3: the next page of the same question; none behind the last. */
function linkToNext(address: string, query: SearchQuery, after: string | undefined): RawHeaders {
  if (after === undefined) return [];
  const parameters = new URLSearchParams(
    Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)]),
  );
  return ['Link', `<${address}?${parameters}>; rel="next"`];
}
