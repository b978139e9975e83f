import type { Review } from '#dataset/review.ts';
import { businessIri } from './business-json-ld.ts';
import type { SiteFacts } from './site-facts.ts';

/** What a review's JSON-LD says of the business; the same for every review. */
function reviewedBusiness({ business, baseUrl }: SiteFacts) {
  const { name, url, telephone, address } = business;
  return {
    '@type': business['@type'],
    '@id': businessIri(baseUrl),
    name,
    url,
    ...(telephone && { telephone }),
    ...(address && { address }),
  };
}

/** A review in terms of schema.org only; reviews.json has the whole record. */
export function reviewJsonLd(review: Review, facts: SiteFacts) {
  const {
    id,
    verification,
    mentionedTechnicians,
    mentionedServices,
    mentionedServiceAreas,
    sentiment,
    aspects,
    ownerReply,
    relationship,
    ...known
  } = review;
  return {
    '@context': 'https://schema.org',
    ...known,
    identifier: id,
    itemReviewed: reviewedBusiness(facts),
  };
}
