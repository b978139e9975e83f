import * as fc from 'fast-check';
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

/** An edit of one review. */
type ReviewEdit = {
  readonly kind: 'add' | 'change' | 'date' | 'remove' | 'nothing';
  /** Chooses the review: a position, modulo their number. */
  readonly at: number;
  readonly day: number;
  readonly text: string;
};

export const arbitraryEdit: fc.Arbitrary<ReviewEdit> = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'date', 'remove', 'nothing'),
  at: fc.nat(1000),
  day: fc.integer({ min: 1, max: 28 }),
  text: fc.string({ unit: 'grapheme', maxLength: 300 }),
});

/** The reviews after an edit. Those that it does not touch stay the same objects. */
export function editReviews(
  reviews: readonly StoredReview[],
  { kind, at, day, text }: ReviewEdit,
  number: number,
): readonly StoredReview[] {
  const position = at % Math.max(reviews.length, 1);
  const datePublished = `2026-10-${String(day).padStart(2, '0')}`;
  const chosen = reviews[position];
  const replaceBy = (...others: readonly StoredReview[]) =>
    reviews.toSpliced(position, 1, ...others);
  if (kind === 'add') {
    return [...reviews, storedReview({ id: `review-${number}`, datePublished, reviewBody: text })];
  }
  if (!chosen || kind === 'nothing') return reviews;
  if (kind === 'remove') return replaceBy();
  return replaceBy({ ...chosen, ...(kind === 'date' ? { datePublished } : { reviewBody: text }) });
}
