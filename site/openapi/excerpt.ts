import { aggregateRatings } from '#dataset/aggregate-rating.ts';
import { type Business, businessIri } from '#dataset/business.ts';
import type { Dataset, Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { deriveInsights } from '#insights/insights.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

/** The content of an excerpt: a review, and the removals since it was published. */
type Shown = {
  readonly reviews: readonly Review[];
  readonly removed: readonly Removal[];
  readonly dateModified: string;
};

/**
 * Returns a dataset with only some of its reviews and, of the business, only the people, services,
 * places and aspects that they mention: files rendered from it are short, valid, and unchanged as
 * long as only the rest of the dataset changes.
 */
export function excerptOf(dataset: Dataset, { reviews, removed, dateModified }: Shown): Dataset {
  const { business } = dataset;
  const ids = new Set(
    reviews.flatMap((review) => [
      ...review.mentionedTechnicianIds,
      ...review.mentionedServices,
      ...review.mentionedServiceAreas,
      ...(review.aspects ?? []).map(({ id }) => id),
    ]),
  );
  const isMentioned = ({ id }: { readonly id: string }) => ids.has(id);
  return {
    ...dataset,
    business: {
      ...nameOf(business),
      employee: business.employee.filter(isMentioned),
      services: business.services.filter(isMentioned),
      areaServed: business.areaServed.filter(isMentioned),
    },
    technicians: dataset.technicians.filter(isMentioned),
    services: dataset.services.filter(isMentioned),
    serviceAreas: dataset.serviceAreas.filter(isMentioned),
    aspects: dataset.aspects.filter(isMentioned),
    others: [],
    questions: [],
    summary: undefined,
    reviews,
    removed,
    collection: {
      reviewsReceived: reviews.length + removed.length,
      reviewsPublished: reviews.length,
      reviewsPending: 0,
      reviewsWithheld: 0,
      withheldByReason: {},
      reviewsRemoved: removed.length,
    },
    aggregateRating: aggregateRatings(reviews, { '@id': businessIri(dataset.baseUrl) }),
    dateLastWithheld: null,
    dateModified,
  };
}

/** The insights of an excerpt, without repeated quotes, and with one of the many benchmarks. */
export function exampleInsights(excerpt: Dataset): InsightsDocument {
  const entities = { technicians: [], services: [], serviceAreas: [] };
  const insights = deriveInsights({ ...excerpt, ...entities });
  const { methodology } = insights;
  return {
    ...insights,
    methodology: {
      ...methodology,
      description: firstSentence(methodology.description),
      limitations: firstSentence(methodology.limitations),
      benchmarks: methodology.benchmarks.slice(0, 1),
    },
  };
}

/** Returns the members that every business has, in few words. */
function nameOf(business: Business): Business {
  const { address, geo, openingHoursSpecification, sameAs, legalName, ...rest } = business;
  const { telephone, email, priceRange, foundingDate, disclaimer, ...others } = rest;
  return { ...others, description: firstSentence(business.description) };
}

/** The first sentence of a text, or all of it if no sentence ends. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
