import { Readable } from 'node:stream';
import { CSV_TYPE } from '#artifacts/media-types.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv, renderRows } from '#formats/write-csv.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import { SearchQuery, TableQuery } from '#search/question/search-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { ANSWER_CACHE, type RawHeaders } from '../http/headers.ts';
import { prepareFile } from '../http/published-file.ts';
import type { Reply } from '../http/reply.ts';
import { chooseReply } from '../http/reply-with-file.ts';
import type { ReadRequest } from '../http/request.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { codingsOf, encodeStream, isEncoderFree } from './answers/answer-codings.ts';
import { type Answer, readQuestion } from './answers/answers.ts';

export const SEARCH_PATH = '/api/reviews/search';
export const SEARCH_CSV_PATH = '/api/reviews/search.csv';

/** GET /api/reviews/search (specification §4). Throws an HttpError 400 with the issues. */
export async function answerSearch(
  { search, corpus, baseUrl }: Release,
  queryString: string,
): Promise<Answer> {
  const query = readQuestion(queryString, SearchQuery, 'search');
  const found = await search(query);
  const link = linkToNext(baseUrl + SEARCH_PATH, query, found.next);
  return {
    body: [renderSearchResult(corpus, query, found)],
    headers: [...tagReviews(corpus, found.positions), ...link],
  };
}

/** Rows of a table that are found and written at once, in about two milliseconds. */
const ROWS_A_PIECE = 100;

/**
 * GET /api/reviews/search.csv: all matches of a search, as a table in the columns of reviews.csv,
 * which is made while it is sent. Throws like answerSearch.
 */
export function replyWithCsv(
  current: CurrentRelease,
  queryString: string,
  request: ReadRequest,
): Promise<Reply> {
  return current.answer(async ({ search, published, names, corpus }) => {
    const query = { ...readQuestion(queryString, TableQuery, 'search.csv'), limit: ROWS_A_PIECE };
    const first = await search(query);
    const columns = columnsOf(names);
    const header = renderCsv(columns, []);
    async function* rows() {
      yield header;
      for (let found = first; ; found = await search({ ...query, after: found.next })) {
        yield renderRows(columns, await published.reviews(found.positions));
        if (found.next === undefined) return;
      }
    }
    // A tag of everything that the bytes are made of, as they are not known yet.
    const source = [releaseKeyOf([], '').code, published.etag, header, JSON.stringify(query)];
    const identity = {
      etag: strongEtag(...source),
      body: undefined,
      length: Number.POSITIVE_INFINITY,
    };
    const file = prepareFile({
      mediaType: CSV_TYPE,
      lastModified: undefined,
      acceptsRanges: false,
      cache: ANSWER_CACHE,
      headers: [
        'Content-Disposition',
        'attachment; filename="reviews.csv"',
        ...tagReviews(corpus, first.positions),
      ],
      identity,
      // Further ones are sent uncompressed.
      coded: isEncoderFree() ? codingsOf(CSV_TYPE, identity) : [],
    });
    const { sent, ...head } = chooseReply(file, request);
    const reply = { ...head, body: [] };
    if (!sent || request.method === 'HEAD') return reply;
    const { coding } = sent;
    return { ...reply, stream: coding ? encodeStream(coding, rows()) : Readable.from(rows()) };
  });
}

/** RFC 8288 §3.3, RFC 5005 §3: the next page of the same question; none after the last. */
function linkToNext(address: string, query: SearchQuery, after: string | undefined): RawHeaders {
  if (after === undefined) return [];
  const parameters = new URLSearchParams(
    Object.entries({ ...query, after }).map(([name, value]) => [name, String(value)]),
  );
  return ['Link', `<${address}?${parameters}>; rel="next"`];
}
