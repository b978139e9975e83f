import type { Annotations } from './annotate.ts';
import { type Gazetteers, wordsOf } from './mentions.ts';
import type { Review } from './review.ts';
import type { StoredReview } from './stored-review.ts';

type Context = {
  readonly baseUrl: string;
  readonly defaultLanguage: string;
  readonly gazetteers: Gazetteers;
  /** The full name of a technician id. */
  readonly nameOf: (technician: string) => string;
  /** What an analysis of its text adds to a review. */
  readonly annotate: (stored: StoredReview) => Annotations;
};

/**
 * The public record of a stored review, or undefined where the review is not verified. An editor's
 * list of mentions wins over what the gazetteers find. Members stand in one fixed order.
 */
export function publishReview(stored: StoredReview, context: Context): Review | undefined {
  const { verification } = stored;
  if (verification.status !== 'verified') return undefined;
  const url = `${context.baseUrl}/reviews/${stored.id}/`;
  const words = wordsOf(stored.name ?? '', stored.reviewBody);
  const technicians = stored.technicians ?? context.gazetteers.technicians(words);
  return {
    '@type': 'Review',
    '@id': url,
    id: stored.id,
    url,
    author: { '@type': 'Person', name: stored.author.name },
    datePublished: stored.datePublished,
    ...(stored.dateCreated && { dateCreated: stored.dateCreated }),
    ...(stored.dateModified && { dateModified: stored.dateModified }),
    reviewRating: ratingOf(stored.rating),
    ...(stored.name && { name: stored.name }),
    reviewBody: stored.reviewBody,
    inLanguage: stored.inLanguage ?? context.defaultLanguage,
    publisher: {
      '@type': 'Organization',
      name: stored.source.name,
      ...(stored.source.url && { url: stored.source.url }),
    },
    verification: { status: 'verified', method: verification.method, date: verification.date },
    mentionedTechnicians: technicians.map(context.nameOf),
    mentionedServices: stored.services ?? context.gazetteers.services(words),
    mentionedServiceAreas: stored.serviceAreas ?? context.gazetteers.serviceAreas(words),
    ...context.annotate(stored),
    ...(stored.ownerReply && { ownerReply: stored.ownerReply }),
    ...(stored.relationship !== 'none' && { relationship: stored.relationship }),
  };
}

const ratings = new Map<number, Review['reviewRating']>();

/** One object for all reviews with as many stars: there may be a hundred thousand of them. */
function ratingOf(stars: number): Review['reviewRating'] {
  const known = ratings.get(stars);
  if (known) return known;
  const rating = { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 } as const;
  ratings.set(stars, rating);
  return rating;
}
