import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';

/** The review of the examples where nothing is published. */
export function madeUpReview(baseUrl: string): Review {
  const url = `${baseUrl}/reviews/google-abfvoq1x/`;
  return {
    '@type': 'Review',
    '@id': url,
    id: 'google-abfvoq1x',
    url,
    author: { '@type': 'Person', name: 'Jane D.' },
    datePublished: '2026-10-03',
    reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
    name: 'Kept me informed',
    reviewBody: 'Maria called me back the same day, every time.',
    inLanguage: 'en',
    publisher: { '@type': 'Organization', name: 'Google' },
    verification: { status: 'verified', method: 'client-record', date: '2026-10-06' },
    mentionedTechnicians: ['Maria Lopez'],
    mentionedServices: ['car-accident'],
    mentionedServiceAreas: [],
    ownerReply: { text: 'Thank you, Jane.', datePublished: '2026-10-07' },
  };
}

export const MADE_UP_REMOVAL: Removal = {
  id: 'yelp-k2m4q8z1',
  dateRemoved: '2026-10-08',
  reason: 'duplicate',
};
