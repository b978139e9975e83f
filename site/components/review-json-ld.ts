import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { businessIri } from './business-json-ld.ts';

/** What a review's JSON-LD says of the business; the same for every review. */
export function reviewedBusiness({ business, baseUrl }: Pick<Dataset, 'business' | 'baseUrl'>) {
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
export function reviewJsonLd(review: Review, itemReviewed: ReturnType<typeof reviewedBusiness>) {
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
  return { '@context': 'https://schema.org', ...known, identifier: id, itemReviewed };
}
