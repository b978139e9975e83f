import { z } from 'zod';
import { CalendarDate, HttpUrl, LanguageTag, Line, Prose, Slug } from './scalars.ts';

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
    .min(1),
  opens: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30'),
  closes: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:30'),
});

const TimeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Chicago');

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
  id: Slug,
  type: z
    .string()
    .regex(/^[A-Z][A-Za-z]+$/, 'must be a schema.org type')
    .default('LegalService'),
  name: Line,
  legalName: Line.optional(),
  description: Prose,
  url: HttpUrl,
  telephone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be in E.164 form, such as +15125550100')
    .optional(),
  email: z.email('must be an e-mail address').optional(),
  address: Address.optional(),
  geo: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
  openingHours: z.array(OpeningHours).optional(),
  priceRange: Line.optional(),
  foundingDate: CalendarDate.optional(),
  image: HttpUrl.optional(),
  logo: HttpUrl.optional(),
  sameAs: z.array(HttpUrl).optional(),
  /** The time zone in which datePublished is a calendar date. */
  timeZone: TimeZone,
  /** The first is the language of feeds, pages, and reviews that do not state one. */
  knowsLanguage: z.array(LanguageTag).min(1, 'must name at least one language'),
  disclaimer: Prose.optional(),
  reportUrl: HttpUrl.optional(),
  /** The licence of the published data, as a URL. */
  license: HttpUrl.optional(),
  /** The naming authority of tag URIs (RFC 4151) in the Atom feed. It must never change. */
  feedAuthority: z
    .string()
    .regex(
      /^[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
      'must be a host name and a year, such as harborlaw.example,2026',
    ),
});
export type StoredBusiness = z.infer<typeof StoredBusiness>;
