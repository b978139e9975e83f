import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { bestQuotes } from './aspects.ts';

type FetchReview = (id: string) => Promise<Review | undefined>;

/** The reviews that the summary and the answers cite and that the best quotes of aspects are from, by id. */
export function fetchCitedReviews(
  { aspects, summary, faq }: Pick<InsightsDocument, 'aspects' | 'summary' | 'faq'>,
  fetchReview: FetchReview,
): Promise<ReadonlyMap<string, Review>> {
  const claims = [...summary.strengths, ...summary.concerns, ...faq];
  const quotes = aspects.flatMap((aspect) => bestQuotes(aspect.quotes));
  const ids = [
    ...claims.flatMap(({ evidence }) => evidence),
    ...quotes.map(({ reviewId }) => reviewId),
  ];
  return fetchReviews(ids, fetchReview);
}

/** Some reviews by id; those that are not published any more are left out. */
export async function fetchReviews(
  ids: readonly string[],
  fetchReview: FetchReview,
): Promise<ReadonlyMap<string, Review>> {
  const reviews = await Promise.all([...new Set(ids)].map((id) => fetchReview(id)));
  return new Map(reviews.flatMap((review) => (review ? [[review.id, review]] : [])));
}
