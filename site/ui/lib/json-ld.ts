import type { AggregateRating } from '#dataset/aggregate-rating.ts';
import { businessIri } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import type { Site } from './site.ts';

const CONTEXT = 'https://schema.org';

/** The business with its rating, in terms of schema.org only. Without reviews it has no rating. */
export function businessJsonLd(
  { business }: Pick<Site, 'business'>,
  { ratingValue, ratingCount, reviewCount }: AggregateRating,
) {
  const { id, services, areaServed, employee, ...rest } = business;
  const { timeZone, disclaimer, license, reportUrl, ...known } = rest;
  return {
    '@context': CONTEXT,
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

/** Questions with their answers, in the language of the business. */
export function questionsJsonLd(
  { baseUrl, businessLanguage }: Pick<Site, 'baseUrl' | 'businessLanguage'>,
  questions: InsightsDocument['faq'],
) {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    '@id': `${baseUrl}/insights/#questions`,
    inLanguage: businessLanguage,
    about: { '@id': businessIri(baseUrl) },
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A page above another one, or itself, as the last one. */
export type Crumb = { readonly name: string; readonly path: string };

/** The place of a page in the site (schema.org/BreadcrumbList). */
export function breadcrumbJsonLd(baseUrl: string, crumbs: readonly Crumb[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: baseUrl + path,
    })),
  };
}

/** A review in terms of schema.org only; reviews.json has the whole record. */
export function reviewJsonLd(review: Review, site: Pick<Site, 'business' | 'baseUrl'>) {
  const {
    id,
    verification,
    mentionedTechnicians,
    mentionedTechnicianIds,
    mentionedServices,
    mentionedServiceAreas,
    sentiment,
    aspects,
    ownerReply,
    relationship,
    ...known
  } = review;
  return { '@context': CONTEXT, ...known, identifier: id, itemReviewed: reviewedBusiness(site) };
}

/** The business in a review's JSON-LD; equal for every review. */
function reviewedBusiness({ business, baseUrl }: Pick<Site, 'business' | 'baseUrl'>) {
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

/**
 * JSON for a script element. No `<` is left in it, so that neither `</script>` nor `<!--` in a
 * review ends the element or changes how the rest is read (HTML §4.12.1.3).
 */
export function serializeJsonLd(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
