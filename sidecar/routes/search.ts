import { SEARCH_BUSY } from '#search/run-search.ts';
import { parseSearchParameters } from '#search/search-query.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { HttpError } from '../http/http-error.ts';
import { type Reply, replyWithJson } from '../http/reply.ts';
import type { ReadRequest } from '../http/request.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';

/** GET /api/reviews/search (specification §4). Throws HttpErrors: 400 with issues, 503 if busy. */
export async function replyWithSearch(
  release: Release,
  queryString: string,
  request: ReadRequest,
): Promise<Reply> {
  const asked = parseSearchParameters(queryString);
  if (asked.problems) {
    const { problems } = asked;
    const count = problems.length === 1 ? 'an issue' : `${problems.length} issues`;
    const detail = `The search has ${count}; correct the parameters and ask again.`;
    throw new HttpError(400, detail, problems);
  }
  const hits = await release.search(asked.value);
  if (hits === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  const { body, etag } = renderSearchResult(release.corpus, asked.value, hits);
  const tags = tagReviews(release.corpus, hits.positions);
  return replyWithJson({ etag, lastModified: undefined, tags, body: () => [body] }, request);
}
