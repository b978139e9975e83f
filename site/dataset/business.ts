import { z } from 'zod';
import type { Content } from './content.ts';
import { CalendarDate, HttpUrl, LanguageTag, Slug } from './schema/scalars.ts';
import { Address, OpeningHours } from './schema/stored-business.ts';

/** The subject of reviews and ratings: the business, by its address in JSON-LD. */
export const ItemReviewed = z
  .strictObject({ '@id': HttpUrl.describe('That of `business`.') })
  .meta({ id: 'ItemReviewed' });
export type ItemReviewed = z.infer<typeof ItemReviewed>;

/** The address that identifies the business itself, in datasets and on pages. */
export function businessIri(baseUrl: string): string {
  return `${baseUrl}/#business`;
}

/** The business that the reviews are about, in the terms of schema.org/LocalBusiness. */
export const Business = z
  .strictObject({
    '@id': HttpUrl,
    '@type': z.array(z.string()).min(1),
    id: Slug,
    name: z.string(),
    legalName: z.string().optional(),
    description: z.string(),
    url: HttpUrl,
    telephone: z.string().optional().describe('E.164'),
    email: z.string().optional(),
    address: Address.extend({ '@type': z.literal('PostalAddress') }).optional(),
    geo: z
      .strictObject({
        '@type': z.literal('GeoCoordinates'),
        latitude: z.number(),
        longitude: z.number(),
      })
      .optional(),
    areaServed: z.array(z.strictObject({ id: Slug, name: z.string() })),
    openingHoursSpecification: z
      .array(OpeningHours.extend({ '@type': z.literal('OpeningHoursSpecification') }))
      .optional(),
    priceRange: z.string().optional(),
    foundingDate: CalendarDate.optional(),
    image: HttpUrl.optional(),
    logo: HttpUrl.optional(),
    sameAs: z.array(HttpUrl).optional(),
    timeZone: z.string().describe('An IANA name; the time zone of every datePublished.'),
    knowsLanguage: z.array(LanguageTag),
    disclaimer: z.string().optional(),
    reportUrl: HttpUrl.optional().describe('The address at which people report a false review.'),
    license: HttpUrl.optional().describe('The license of this data.'),
    employee: z.array(
      z.strictObject({
        '@type': z.literal('Person'),
        id: Slug,
        name: z.string(),
        jobTitle: z.string(),
        url: HttpUrl.optional(),
      }),
    ),
    services: z.array(
      z.strictObject({
        id: Slug,
        name: z.string(),
        description: z.string().optional(),
        url: HttpUrl.optional(),
      }),
    ),
  })
  .meta({ id: 'Business' });
export type Business = z.infer<typeof Business>;

/** The public record of the business, its people, services and places. */
export function publishBusiness(
  baseUrl: string,
  { business, technicians, services, serviceAreas }: Content,
): Business {
  const { id, type, address, geo, openingHours, feedAuthority, ...same } = business;
  return {
    '@id': businessIri(baseUrl),
    '@type': type === 'LocalBusiness' ? [type] : [type, 'LocalBusiness'],
    id,
    ...same,
    ...(address && { address: { '@type': 'PostalAddress', ...address } }),
    ...(geo && { geo: { '@type': 'GeoCoordinates', ...geo } }),
    ...(openingHours && {
      openingHoursSpecification: openingHours.map((hours) => ({
        '@type': 'OpeningHoursSpecification',
        ...hours,
      })),
    }),
    areaServed: serviceAreas.map(({ id, name }) => ({ id, name })),
    employee: technicians.map(({ aliases, unambiguous, ...person }) => ({
      '@type': 'Person',
      ...person,
    })),
    services: services.map(({ aliases, ...service }) => service),
  };
}
