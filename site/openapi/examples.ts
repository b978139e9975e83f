import type { z } from 'zod';
import type { Review } from '#dataset/review.ts';
import type { ErrorBody } from '#search/issue.ts';
import type { SearchResult } from '#search/search-result.ts';
import type { SinceResult } from '#search/since.ts';

/** A made-up review that the examples of the interface description share. */
function exampleReview(baseUrl: string): Review {
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

export function exampleSearchResult(baseUrl: string): z.infer<typeof SearchResult> {
  return {
    total: 31,
    count: 1,
    limit: 1,
    filters: { min_rating: 4, query: 'called me back' },
    reviews: [exampleReview(baseUrl)],
  };
}

export function exampleSinceResult(baseUrl: string): z.infer<typeof SinceResult> {
  return {
    since: '2026-10-01',
    count: 1,
    dateModified: '2026-10-08',
    reviews: [exampleReview(baseUrl)],
    removed: [{ id: 'yelp-k2m4q8z1', dateRemoved: '2026-10-08', reason: 'duplicate' }],
  };
}

/** An error as the service answers it. */
export function exampleError(status: number, title: string, detail: string): ErrorBody {
  return { type: 'about:blank', title, status, detail, issues: [] };
}

export const EXAMPLE_BAD_SEARCH: ErrorBody = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'The search has 2 issues; correct the parameters and ask again.',
  issues: [
    {
      path: ['sinc'],
      code: 'unrecognized_keys',
      message:
        '"sinc" is not a parameter of search (did you mean "since"?); there are rating, min_rating, since, until, query, mentions_technician, mentions_service, limit',
    },
    {
      path: ['rating'],
      code: 'too_big',
      message: 'rating must be a whole number from 1 to 5 (got 7)',
    },
  ],
};

export const EXAMPLE_BAD_DATE: ErrorBody = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'The date has an issue; write a date that exists as YYYY-MM-DD.',
  issues: [
    {
      path: ['date'],
      code: 'invalid_format',
      message: 'date must be a date that exists, written YYYY-MM-DD (got "2026-02-30")',
    },
  ],
};
