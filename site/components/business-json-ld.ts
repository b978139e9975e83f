import type { Dataset } from '#dataset/dataset.ts';

/** The address that stands for the business itself in JSON-LD, on this site. */
export function businessIri(baseUrl: string): string {
  return `${baseUrl}/#business`;
}

/** The business with its rating, in terms of schema.org only. Without reviews it has no rating. */
export function businessJsonLd({ business, aggregateRating, baseUrl }: Dataset) {
  const { id, services, timeZone, disclaimer, license, areaServed, employee, ...known } = business;
  const { ratingValue, ratingCount, reviewCount } = aggregateRating;
  return {
    '@context': 'https://schema.org',
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
