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

// What these say to editors is not published with the schemas of the data.
const StoredAddress = z.strictObject({
  streetAddress: Address.shape.streetAddress.meta({
    description: 'street and number',
    examples: ['100 Example Street, Suite 210'],
  }),
  addressLocality: Address.shape.addressLocality.meta({
    description: 'the town',
    examples: ['Austin'],
  }),
  addressRegion: Address.shape.addressRegion.meta({
    description: 'the state or region',
    examples: ['TX'],
  }),
  postalCode: Address.shape.postalCode.meta({
    description: 'the ZIP or postal code, in quotes',
    examples: ['78701'],
  }),
  addressCountry: Address.shape.addressCountry.meta({
    description: 'the country, by its two letters',
    examples: ['US'],
  }),
});

const StoredOpeningHours = z.strictObject({
  dayOfWeek: OpeningHours.shape.dayOfWeek.meta({
    description: 'the days',
    examples: [['Monday', 'Tuesday']],
  }),
  opens: OpeningHours.shape.opens.meta({ description: 'when it opens', examples: ['08:30'] }),
  closes: OpeningHours.shape.closes.meta({ description: 'when it closes', examples: ['17:30'] }),
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
  id: Slug.meta({
    description: 'a short key of the business; it never changes',
    examples: ['harbor-law'],
  }),
  type: z
    .string()
    .regex(/^[A-Z][A-Za-z]+$/, 'must be a schema.org type')
    .default('LegalService')
    .meta({
      description: 'what kind of business it is: a type of schema.org/LocalBusiness',
      examples: ['LegalService', 'Dentist', 'Restaurant'],
    }),
  name: Line.meta({ description: 'its name', examples: ['Harbor Injury Law'] }),
  legalName: Line.optional().meta({
    description: 'its name in the register',
    examples: ['Harbor Injury Law, PLLC'],
  }),
  description: Prose.meta({
    description: 'what it does, in a sentence or two',
    examples: ['A personal-injury practice in Austin, Texas.'],
  }),
  url: HttpUrl.meta({ description: 'its website', examples: ['https://harborlaw.example/'] }),
  telephone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be in E.164 form, such as +15125550100')
    .optional()
    .meta({
      description: 'with the code of the country and no blanks, in quotes',
      examples: ['+15125550142'],
    }),
  email: z
    .email('must be an e-mail address')
    .optional()
    .meta({ description: 'a public address', examples: ['hello@harborlaw.example'] }),
  address: StoredAddress.optional().meta({
    description: 'where it is',
    examples: [
      {
        streetAddress: '100 Example Street, Suite 210',
        addressLocality: 'Austin',
        addressRegion: 'TX',
        postalCode: '78701',
        addressCountry: 'US',
      },
    ],
  }),
  geo: z
    .strictObject({
      latitude: z
        .number()
        .min(-90)
        .max(90)
        .meta({ description: 'degrees north', examples: [30.2672] }),
      longitude: z
        .number()
        .min(-180)
        .max(180)
        .meta({ description: 'degrees east', examples: [-97.7431] }),
    })
    .optional()
    .meta({
      description: 'the same as coordinates',
      examples: [{ latitude: 30.2672, longitude: -97.7431 }],
    }),
  openingHours: z
    .array(StoredOpeningHours)
    .optional()
    .meta({
      description: 'when it is open',
      examples: [[{ dayOfWeek: ['Monday', 'Friday'], opens: '08:30', closes: '17:30' }]],
    }),
  priceRange: Line.optional().meta({
    description: 'what it costs',
    examples: ['Contingency fee', '$$'],
  }),
  foundingDate: CalendarDate.optional().meta({
    description: 'when it was founded',
    examples: ['2014-04-07'],
  }),
  image: HttpUrl.optional().meta({
    description: 'the address of a picture',
    examples: ['https://harborlaw.example/office.jpg'],
  }),
  logo: HttpUrl.optional().meta({
    description: 'the address of its logo',
    examples: ['https://harborlaw.example/logo.png'],
  }),
  sameAs: z
    .array(HttpUrl)
    .optional()
    .meta({
      description: 'its profiles elsewhere, such as on maps',
      examples: [['https://maps.example/harbor-injury-law']],
    }),
  timeZone: TimeZone.meta({
    description: 'the time zone in which dates are days',
    examples: ['America/Chicago'],
  }),
  knowsLanguage: z
    .array(LanguageTag)
    .min(1, 'must name at least one language')
    .meta({
      description:
        'the languages that it speaks; the first is that of pages, feeds, and reviews that name none',
      examples: [['en', 'es']],
    }),
  disclaimer: Prose.optional().meta({
    description: 'what the law or your bar requires beside reviews; shown on every page',
    examples: ['Attorney advertising. Prior results do not guarantee a similar outcome.'],
  }),
  reportUrl: HttpUrl.optional().meta({
    description: 'a form to report a review; without it, the email is used',
    examples: ['https://harborlaw.example/report'],
  }),
  license: HttpUrl.optional().meta({
    description: 'the license of the published data, by its address',
    examples: ['https://creativecommons.org/licenses/by/4.0/'],
  }),
  // The naming authority of tag URIs (RFC 4151 §2.1).
  feedAuthority: z
    .string()
    .regex(
      /^[a-z0-9.-]+,\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
      'must be a host name and a year, such as harborlaw.example,2026',
    )
    .meta({
      description:
        'a host name that you own, and a year in which you did: ids in feeds begin with it, so it never changes',
      examples: ['harborlaw.example,2026'],
    }),
});
export type StoredBusiness = z.infer<typeof StoredBusiness>;
