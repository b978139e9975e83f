import type { Review } from '#dataset/review.ts';
import { ownMentions } from '#insights/mention.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';

const MOST = 3;

/**
 * Returns the newest other reviews about the same service, person or aspect with a like rating: complaints
 * for a complaint. Without any, their ratings may differ. Undefined for a review without a subject, or
 * alone with it.
 */
export async function findSimilar(review: Review, release: ReviewSource) {
  for (const filters of subjectsOf(review)) {
    const { positions } = await release.search({ ...filters, limit: MOST + 1 });
    const found = await release.reviews(positions);
    const reviews = found.filter(({ id }) => id !== review.id).slice(0, MOST);
    if (reviews.length > 0) return { reviews, filters };
  }
  return undefined;
}

/** Returns the subjects of a review, with reviews of a similar rating and then with all. */
function subjectsOf(review: Review): FilterQuery[] {
  const subjects: FilterQuery[] = [];
  const [service] = review.mentionedServices;
  if (service !== undefined) subjects.push({ mentions_service: service });
  const [person] = review.mentionedTechnicianIds;
  if (person !== undefined) subjects.push({ mentions_technician: person });
  const mentions = ownMentions(review).filter(({ sentiment }) => sentiment !== 'neutral');
  for (const { id, sentiment } of mentions.slice(0, 1)) subjects.push({ aspect: id, sentiment });
  const band = bandOf(review.reviewRating.ratingValue);
  return [...subjects.map((subject) => ({ ...subject, ...band })), ...subjects];
}

/** Reviews that rate like one: critical, mixed, good. */
function bandOf(rating: number): FilterQuery {
  if (rating <= 2) return { max_rating: 2 };
  return rating < 4 ? { min_rating: 2.5, max_rating: 3.5 } : { min_rating: 4 };
}
