import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

export const BASE_URL = 'https://reviews.harborlaw.example';

/** The dataset of a small firm, with changes. */
export function datasetOf(changes: Partial<Content> = {}, baseUrl = BASE_URL): Dataset {
  return createDataset(contentOf(changes), baseUrl);
}

export const AWKWARD_TEXTS = [
  '</script><script>alert("1")</script>',
  'Rock & roll, AT&amp;T, &lt;b&gt; and &#39;',
  'The end ]]> is not the end ]]>',
  '<!-- no comment --> <![CDATA[ no section ]]>',
  'Line\u2028separator and paragraph\u2029separator',
  'Family 👩‍👩‍👧‍👦 of 𝟛, and a flag 🇺🇸',
  'مرحبا \u202eright to left\u202c שלום',
  'Back\\slash "quotes" \'apostrophes\' “typographic” — dashes',
  'First paragraph.\n\nSecond one\nof two lines.\n\n\nThird.',
  'Tab\there, zero\u200bwidth, next\u0085line, delete\u007f.',
] as const;

/** A business in which every optional member is given, with markup where text may stand. */
export const AWKWARD_BUSINESS = StoredBusiness.parse({
  id: 'harbor-law',
  name: 'Harbor <Law> & Sons, once AT&amp;T',
  legalName: 'Harbor "Law" & Sons, PLLC',
  description: 'A practice </subtitle> of law ]]> & more.',
  url: 'https://harborlaw.example/?a=1&b=2',
  telephone: '+15125550142',
  email: 'hello@harborlaw.example',
  address: {
    streetAddress: '1 <Street>',
    addressLocality: 'Austin',
    addressRegion: 'TX',
    postalCode: '78701',
    addressCountry: 'US',
  },
  geo: { latitude: 30.25, longitude: -97.75 },
  openingHours: [{ dayOfWeek: ['Monday', 'Friday'], opens: '08:30', closes: '17:30' }],
  priceRange: '$$',
  foundingDate: '2014-04-07',
  image: 'https://harborlaw.example/image.png',
  logo: 'https://harborlaw.example/logo.png?size=1&kind=2',
  sameAs: ['https://maps.example/harbor-law'],
  timeZone: 'America/Chicago',
  knowsLanguage: ['en', 'es'],
  disclaimer: 'Attorney advertising & <no> promise.',
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
  feedAuthority: 'harborlaw.example,2026',
});

export const TECHNICIANS = [
  {
    id: 'maria-lopez',
    name: 'María López',
    jobTitle: 'Partner',
    aliases: ['Ms. Lopez'],
    unambiguous: true,
    url: 'https://harborlaw.example/maria',
  },
  { id: 'wei-zhang', name: 'Wei Zhang', jobTitle: 'Associate', aliases: [], unambiguous: false },
];
export const SERVICES = [
  {
    id: 'car-accident',
    name: 'Car accident',
    description: 'After a crash.',
    aliases: ['car crash'],
    url: 'https://harborlaw.example/car',
  },
  { id: 'divorce', name: 'Divorce', aliases: [] },
];
export const SERVICE_AREAS = [
  { id: 'fairhaven', name: 'Fairhaven', aliases: [] },
  { id: 'millbrook', name: 'Millbrook', aliases: ['Mill Brook'] },
];
/** Who and what the reviews may mention. */
export const NAMED = { technicians: TECHNICIANS, services: SERVICES, serviceAreas: SERVICE_AREAS };

/** Awkward texts as title and body, and every optional member of a review at least once. */
export const AWKWARD_CONTENT: Partial<Content> = {
  ...NAMED,
  business: AWKWARD_BUSINESS,
  reviews: [
    ...AWKWARD_TEXTS.map((text, index) =>
      storedReview({
        id: `awkward-${index}`,
        author: { name: index % 2 === 0 ? 'Zoë “Z” <O>' : 'AT&amp;T & Co' },
        datePublished: `2026-09-0${1 + (index % 5)}`,
        name: text.replaceAll('\n', ' '),
        reviewBody: text,
      }),
    ),
    storedReview({
      id: 'everything',
      datePublished: '2026-10-03',
      dateCreated: '2026-10-03T23:30:00+02:00',
      dateModified: '2026-10-05',
      rating: 4.5,
      name: 'Thanks, Maria',
      inLanguage: 'es-MX',
      source: { name: 'Google', id: 'AbC', url: 'https://maps.example/r?a=1&b=2' },
      relationship: 'family',
      reviewBody: 'My divorce and the car crash in Fairhaven: Maria López did it.',
      ownerReply: { text: 'Thanks <3', datePublished: '2026-10-07', dateModified: '2026-10-08' },
    }),
    storedReview({ id: 'rating-only', datePublished: '2026-10-01', rating: 1, reviewBody: '' }),
  ],
  removals: [
    { id: 'gone-2', dateRemoved: '2026-08-01', reason: 'spam' },
    { id: 'gone-1', dateRemoved: '2026-10-10', reason: 'author-request' },
  ],
  questions: [
    {
      id: 'fees',
      question: 'What does it cost & why?',
      answer: 'Nothing </script> at first.',
      evidence: ['everything', 'awkward-0'],
      dateModified: '2026-09-09',
    },
  ],
};

export const AWKWARD: Dataset = datasetOf(AWKWARD_CONTENT);

/** Verified reviews on consecutive days from 2026-01-01 on, in the order of the days. */
export function numberedReviews(count: number): StoredReview[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `review-${String(index).padStart(3, '0')}`;
    const datePublished = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    return storedReview({ id, datePublished });
  });
}
