import { StatsQuery } from '#search/question/stats-query.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews } from '#search/stats.ts';
import { ALL_REVIEWS } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import type { Release } from '../release/release.ts';
import { type Answer, answerWith } from './answers/answer.ts';
import { readQuestion } from './read-question.ts';

export const STATS_PATH = '/api/reviews/stats';

/** GET /api/reviews/stats. Throws HttpErrors: 400 with issues, 503 if busy. */
export async function answerStats({ published }: Release, queryString: string): Promise<Answer> {
  const query = readQuestion(queryString, StatsQuery, 'stats');
  const stats = await countReviews(query, published);
  if (stats === 'busy') throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
  // It shows something of many reviews.
  return answerWith(Buffer.from(JSON.stringify(stats)), { headers: ALL_REVIEWS });
}
