import type { AggregateRating } from '#dataset/aggregate-rating.ts';
import type { Review } from '#dataset/review.ts';
import type { SiteFacts } from './site-facts.ts';

const CONTEXT = 'https://schema.org';

/** The business with its rating, in terms of schema.org only. Without reviews it has no rating. */
export function businessJsonLd(
  { business, baseUrl }: SiteFacts,
  { ratingValue, ratingCount, reviewCount }: AggregateRating,
) {
  const { id, services, timeZone, disclaimer, license, areaServed, employee, ...known } = business;
  return {
    '@context': CONTEXT,
    '@id': businessIri(baseUrl),
    ...known,
    identifier: id,
    areaServed: areaServed.map(({ name }) => ({ '@type': 'Place', name })),
    employee: employee.map(({ id, ...person }) => ({ ...person, identifier: id })),
    ...(ratingValue !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue,
        ratingCount,
        reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
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
  return { '@context': CONTEXT, ...known, identifier: id, itemReviewed: reviewedBusiness(facts) };
}

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

/** The address that stands for the business itself, on this site. */
function businessIri(baseUrl: string): string {
  return `${baseUrl}/#business`;
}

/**
 * JSON for a script element. No `<` is left in it, so that neither `</script>` nor `<!--` in a
 * review ends the element or changes how the rest is read (HTML §4.12.1.3).
 */
export function serializeJsonLd(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
