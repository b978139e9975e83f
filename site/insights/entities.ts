import { meanRating } from '#dataset/aggregate-rating.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from './insights-document.ts';

/** How often reviews mention each technician, service and place, and how they rate then. */
export function countEntities(dataset: Dataset): InsightsDocument['entities'] {
  const { reviews, technicians, services, serviceAreas } = dataset;
  const byTechnician = groupByMention(reviews, (review) => review.mentionedTechnicians);
  const byService = groupByMention(reviews, (review) => review.mentionedServices);
  const byArea = groupByMention(reviews, (review) => review.mentionedServiceAreas);
  return {
    technicians: technicians.map(({ id, name, aliases, jobTitle, url }) => ({
      id,
      name,
      aliases,
      jobTitle,
      ...(url && { url }),
      ...figuresOf(byTechnician.get(name)),
    })),
    services: services.map(({ id, name, aliases, url }) => ({
      id,
      name,
      aliases,
      ...(url && { url }),
      ...figuresOf(byService.get(id)),
    })),
    serviceAreas: serviceAreas.map(({ id, name, aliases }) => ({
      id,
      name,
      aliases,
      ...figuresOf(byArea.get(id)),
    })),
  };
}

function groupByMention(
  reviews: readonly Review[],
  mentionsOf: (review: Review) => readonly string[],
): Map<string, Review[]> {
  const groups = new Map<string, Review[]>();
  for (const review of reviews) {
    for (const mention of new Set(mentionsOf(review))) {
      const group = groups.get(mention);
      if (group) group.push(review);
      else groups.set(mention, [review]);
    }
  }
  return groups;
}

/** Reviews stand newest first, so that the first one is the last mention. */
function figuresOf(reviews: readonly Review[] = []) {
  return {
    reviewCount: reviews.length,
    averageRating: meanRating(reviews),
    lastMentioned: reviews[0]?.datePublished ?? null,
  };
}
