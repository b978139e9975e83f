import { StatsQuery } from '#search/question/stats-query.ts';
import { countReviews } from '#search/stats.ts';
import { ALL_REVIEWS } from '../http/headers.ts';
import type { Release } from '../release/release.ts';
import { type Answer, readQuestion } from './answers/answers.ts';

export const STATS_PATH = '/api/reviews/stats';

/** GET /api/reviews/stats. Throws an HttpError 400 with the issues. */
export async function answerStats({ published }: Release, queryString: string): Promise<Answer> {
  const query = readQuestion(queryString, StatsQuery, 'stats');
  const stats = await countReviews(query, published);
  // It shows parts of many reviews.
  return { body: [Buffer.from(JSON.stringify(stats))], headers: ALL_REVIEWS };
}
