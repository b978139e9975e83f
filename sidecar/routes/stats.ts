import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews, StatsQuery } from '#search/stats.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { HttpError } from '../http/http-error.ts';
import { type Reply, replyWithJson } from '../http/reply.ts';
import type { ReadRequest } from '../http/request.ts';
import type { Release } from '../release/release.ts';
import { readQuestion } from './read-question.ts';

/** GET /api/reviews/stats. Throws HttpErrors: 400 with issues, 503 if busy. */
export async function replyWithStats(
  { published }: Release,
  queryString: string,
  request: ReadRequest,
): Promise<Reply> {
  const query = readQuestion(queryString, StatsQuery, 'stats');
  const stats = await countReviews(query, published, published.names);
  if (stats === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  const body = Buffer.from(JSON.stringify(stats));
  const answer = { etag: strongEtag(body), lastModified: undefined, tags: [], body: () => [body] };
  return replyWithJson(answer, request);
}
