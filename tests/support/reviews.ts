import type { Content } from '#dataset/content.ts';
import type { Review } from '#dataset/review.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';

/** A verified review as stored, with changes. */
export function storedReview(changes: Partial<StoredReview> = {}): StoredReview {
  return {
    id: 'review-1',
    author: { name: 'Jane D.' },
    datePublished: '2026-10-03',
    rating: 5,
    source: { name: 'Google' },
    verification: { status: 'verified', method: 'invitation', date: '2026-10-03' },
    relationship: 'none',
    reviewBody: 'They kept me informed.',
    ...changes,
  };
}

/** A published review, with changes. */
export function publishedReview({
  ratingValue = 5,
  publisher = 'Google',
  ...changes
}: PublishedChanges = {}): Review {
  const id = changes.id ?? 'review-1';
  const url = `https://reviews.example/reviews/${id}/`;
  return {
    '@type': 'Review',
    '@id': url,
    id,
    url,
    itemReviewed: { '@id': 'https://reviews.example/#business' },
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-10-03',
    reviewRating: { '@type': 'Rating', ratingValue, bestRating: 5, worstRating: 1 },
    reviewBody: 'They kept me informed.',
    inLanguage: 'en',
    publisher: { '@type': 'Organization', name: publisher },
    verification: { status: 'verified', method: 'invitation', date: '2026-10-03' },
    mentionedTechnicians: [],
    mentionedTechnicianIds: [],
    mentionedServices: [],
    mentionedServiceAreas: [],
    ...changes,
  };
}

type PublishedChanges = Partial<Omit<Review, 'publisher'>> & {
  readonly ratingValue?: number;
  readonly publisher?: string;
};

/** Content of a small firm without reviews, with changes. */
export function contentOf(changes: Partial<Content> = {}): Content {
  return {
    business: StoredBusiness.parse({
      id: 'harbor-law',
      name: 'Harbor Law',
      description: 'A law practice.',
      url: 'https://harborlaw.example/',
      timeZone: 'America/Chicago',
      knowsLanguage: ['en'],
      feedAuthority: 'harborlaw.example,2026',
    }),
    technicians: [],
    services: [],
    serviceAreas: [],
    aspects: [],
    trade: undefined,
    others: [],
    questions: [],
    summary: undefined,
    removals: [],
    reviews: [],
    digests: new Map(),
    ...changes,
  };
}
