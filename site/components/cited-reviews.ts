import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

/** The reviews that the summary and the answers cite and that aspects are quoted from, by id. */
export function citedReviews(
  { aspects, summary, faq }: Pick<InsightsDocument, 'aspects' | 'summary' | 'faq'>,
  reviews: readonly Review[],
): ReadonlyMap<string, Review> {
  const claims = [...summary.strengths, ...summary.concerns, ...faq];
  const quotes = aspects.flatMap((aspect) => aspect.quotes);
  const cited = new Set([
    ...claims.flatMap(({ evidence }) => evidence),
    ...quotes.map(({ reviewId }) => reviewId),
  ]);
  return new Map(reviews.filter(({ id }) => cited.has(id)).map((review) => [review.id, review]));
}
