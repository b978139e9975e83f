import { setTimeout } from 'node:timers/promises';
import { CSV_TYPE } from '#artifacts/media-types.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv, renderRows } from '#formats/write-csv.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { SEARCH_BUSY, type Search, type SearchAnswer } from '#search/run-search.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { strongEtag } from '#search/strong-etag.ts';
import type { RawHeaders } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import type { Answer } from './answers/answer.ts';
import { readQuestion } from './read-question.ts';

export const SEARCH_PATH = '/api/reviews/search';
export const SEARCH_CSV_PATH = '/api/reviews/search.csv';

/** GET /api/reviews/search (specification §4). Throws HttpErrors: 400 with issues, 503 if busy. */
export async function answerSearch(
  { search, corpus, baseUrl }: Release,
  queryString: string,
): Promise<Answer> {
  const query = readQuestion(queryString, SearchQuery, 'search');
  const found = await ask(search, query);
  const { next, positions } = found;
  const link = linkToNext(baseUrl + SEARCH_PATH, query, next);
  const body = renderSearchResult(corpus, query, found);
  // It is there to be compressed now, and made again for a later coding: positions take less memory.
  const rendered = new WeakRef(body);
  return {
    etag: strongEtag(body),
    lastModified: undefined,
    headers: [...tagReviews(corpus, positions), ...link],
    length: body.length,
    body: () => [rendered.deref() ?? renderSearchResult(corpus, query, found)],
    isCopy: true,
    heldBytes: 8 * positions.length,
  };
}

/** Rows of a table that are found and written at once, in about two milliseconds. */
const ROWS_A_PIECE = 100;

/**
 * All that the same question finds, as a table in the columns of reviews.csv, which is made while it is
 * sent. Throws the same.
 */
export async function answerSearchAsCsv(
  { search, published, names, corpus }: Release,
  queryString: string,
): Promise<Answer> {
  const query = { ...readQuestion(queryString, TableQuery, 'search.csv'), limit: ROWS_A_PIECE };
  const first = await ask(search, query);
  const columns = columnsOf(names);
  const header = renderCsv(columns, []);
  return {
    mediaType: CSV_TYPE,
    // Of all that the bytes are made of, as they are not known yet.
    etag: strongEtag(releaseKeyOf([], '').code, published.etag, header, JSON.stringify(query)),
    lastModified: undefined,
    headers: [
      'Content-Disposition',
      'attachment; filename="reviews.csv"',
      ...tagReviews(corpus, first.positions),
    ],
    length: Number.POSITIVE_INFINITY,
    body: () => [],
    stream: async function* () {
      yield header;
      for (let found = first; ; found = await findNext(search, { ...query, after: found.next })) {
        yield renderRows(columns, await published.reviews(found.positions));
        if (found.next === undefined) return;
      }
    },
    isCopy: true,
    heldBytes: 8 * first.positions.length,
  };
}

/** How long a table that has begun waits where too much is asked at once, in milliseconds. */
const BUSY_PAUSE = 100;

/** Finds the next rows; a table that has begun cannot be refused any more. */
async function findNext(search: Search, query: SearchQuery): Promise<SearchAnswer> {
  for (;;) {
    const found = await search(query);
    if (found !== 'busy') return found;
    await setTimeout(BUSY_PAUSE);
  }
}

async function ask(search: Search, query: SearchQuery): Promise<SearchAnswer> {
  const found = await search(query);
  if (found === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  return found;
}

/** RFC 8288 §3.3, RFC 5005 §3: the next page of the same question; none behind the last. */
function linkToNext(address: string, query: SearchQuery, after: string | undefined): RawHeaders {
  if (after === undefined) return [];
  const parameters = new URLSearchParams(
    Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)]),
  );
  return ['Link', `<${address}?${parameters}>; rel="next"`];
}
