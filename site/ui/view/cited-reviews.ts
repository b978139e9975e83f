import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

/** The reviews that the summary and the answers cite and that aspects are quoted from, by id. */
export async function fetchCitedReviews(
  { aspects, summary, faq }: Pick<InsightsDocument, 'aspects' | 'summary' | 'faq'>,
  fetchReview: (id: string) => Promise<Review | undefined>,
): Promise<ReadonlyMap<string, Review>> {
  const claims = [...summary.strengths, ...summary.concerns, ...faq];
  const quotes = aspects.flatMap((aspect) => aspect.quotes);
  const cited = new Set([
    ...claims.flatMap(({ evidence }) => evidence),
    ...quotes.map(({ reviewId }) => reviewId),
  ]);
  const reviews = await Promise.all([...cited].map((id) => fetchReview(id)));
  return new Map(reviews.flatMap((review) => (review ? [[review.id, review]] : [])));
}
