import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import { CalendarDate, HttpUrl, LanguageTag, Line, ONE_ENTRY, Prose, Slug } from './scalars.ts';

/** A postal address in the terms of schema.org/PostalAddress. */
export const Address = z.strictObject({
  streetAddress: Line,
  addressLocality: Line,
  addressRegion: Line.optional(),
  postalCode: Line.optional(),
  addressCountry: z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as US'),
});

/** Opening hours of some days of the week, in the terms of schema.org. */
export const OpeningHours = z.strictObject({
  dayOfWeek: z
    .array(z.enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']))
    .min(1, ONE_ENTRY),
  opens: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30'),
  closes: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:30'),
});

// These words for editors are not published with the schemas of the data.
const StoredAddress = z.strictObject({
  streetAddress: Address.shape.streetAddress.meta(keys.address.streetAddress),
  addressLocality: Address.shape.addressLocality.meta(keys.address.addressLocality),
  addressRegion: Address.shape.addressRegion.meta(keys.address.addressRegion),
  postalCode: Address.shape.postalCode.meta(keys.address.postalCode),
  addressCountry: Address.shape.addressCountry.meta(keys.address.addressCountry),
});

const StoredOpeningHours = z.strictObject({
  dayOfWeek: OpeningHours.shape.dayOfWeek.meta(keys.openingHours.dayOfWeek),
  opens: OpeningHours.shape.opens.meta(keys.openingHours.opens),
  closes: OpeningHours.shape.closes.meta(keys.openingHours.closes),
});

export const TimeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone such as America/Chicago');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `business.yaml`: who the reviews are about. */
export const StoredBusiness = z.strictObject({
  id: Slug.meta(keys.business.id),
  type: z
    .string()
    .regex(/^[A-Z][A-Za-z]+$/, 'must be a schema.org type')
    .default('LegalService')
    .meta(keys.business.type),
  name: Line.meta(keys.business.name),
  legalName: Line.optional().meta(keys.business.legalName),
  description: Prose.meta(keys.business.description),
  url: HttpUrl.meta(keys.business.url),
  telephone: z
    .string()
    .regex(
      /^\+[1-9]\d{6,14}$/,
      'must be a plus sign, the country code and the number, without spaces, such as +15125550100',
    )
    .optional()
    .meta(keys.business.telephone),
  email: z.email('must be an email address').optional().meta(keys.business.email),
  address: StoredAddress.optional().meta(keys.business.address),
  geo: z
    .strictObject({
      latitude: z.number().min(-90).max(90).meta(keys.geo.latitude),
      longitude: z.number().min(-180).max(180).meta(keys.geo.longitude),
    })
    .optional()
    .meta(keys.business.geo),
  openingHours: z.array(StoredOpeningHours).optional().meta(keys.business.openingHours),
  priceRange: Line.optional().meta(keys.business.priceRange),
  foundingDate: CalendarDate.optional().meta(keys.business.foundingDate),
  image: HttpUrl.optional().meta(keys.business.image),
  logo: HttpUrl.optional().meta(keys.business.logo),
  sameAs: z.array(HttpUrl).optional().meta(keys.business.sameAs),
  timeZone: TimeZone.meta(keys.business.timeZone),
  knowsLanguage: z
    .array(LanguageTag)
    .min(1, 'must name at least one language')
    .meta(keys.business.knowsLanguage),
  disclaimer: Prose.optional().meta(keys.business.disclaimer),
  reportUrl: HttpUrl.optional().meta(keys.business.reportUrl),
  license: HttpUrl.optional().meta(keys.business.license),
  // The naming authority of tag URIs (RFC 4151 §2.1).
  feedAuthority: z
    .string()
    .regex(
      /^[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
      'must be a host name and a year, such as harborlaw.example,2026',
    )
    .meta(keys.business.feedAuthority),
});
export type StoredBusiness = z.infer<typeof StoredBusiness>;
