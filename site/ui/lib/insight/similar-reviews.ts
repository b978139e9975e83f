import type { Review } from '#dataset/review.ts';
import { ownMentions } from '#insights/mention.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';

const MOST = 3;

/** The newest reviews of each subject, one more than are shown: many pages ask for the same. */
const newest = new WeakMap<ReviewSource, Map<string, readonly Review[]>>();

/**
 * Returns the newest other reviews about the same service, person or aspect with a like rating: complaints
 * for a complaint. Without any, their ratings may differ. Undefined for a review without a subject, or
 * alone with it.
 */
export async function findSimilar(review: Review, release: ReviewSource) {
  const known = newest.get(release) ?? new Map<string, readonly Review[]>();
  newest.set(release, known);
  for (const filters of subjectsOf(review)) {
    const key = JSON.stringify(filters);
    const found = known.get(key) ?? (await findNewest(filters, release));
    known.set(key, found);
    const reviews = found.filter(({ id }) => id !== review.id).slice(0, MOST);
    if (reviews.length > 0) return { reviews, filters };
  }
  return undefined;
}

async function findNewest(filters: FilterQuery, { search, reviews }: ReviewSource) {
  const { positions } = await search({ ...filters, limit: MOST + 1 });
  return reviews(positions);
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
