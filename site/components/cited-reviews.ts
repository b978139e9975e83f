import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

/** The reviews that the summary and the answers cite, by id. */
export function citedReviews(
  { summary, faq }: Pick<InsightsDocument, 'summary' | 'faq'>,
  reviews: readonly Review[],
): ReadonlyMap<string, Review> {
  const claims = [...summary.strengths, ...summary.concerns, ...faq];
  const cited = new Set(claims.flatMap(({ evidence }) => evidence));
  return new Map(reviews.filter(({ id }) => cited.has(id)).map((review) => [review.id, review]));
}
