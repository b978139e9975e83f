import { type IndexedReview, readCorpus } from './corpus.ts';
import type { Pieces } from './pieces.ts';
import type { SearchDocument } from './search-document.ts';

/** What search needs to know of the reviews in reviews.json, newest first. */
export function readSearchDocuments(reviewsJson: Pieces): SearchDocument[] {
  const documents: SearchDocument[] = [];
  readCorpus(reviewsJson, (review) => {
    documents.push(documentOf(review));
  });
  return documents;
}

/** What search needs to know of one published review. */
export function documentOf(review: IndexedReview): SearchDocument {
  return {
    body: review.reviewBody,
    rating: review.reviewRating.ratingValue,
    date: review.datePublished,
    technicians: review.mentionedTechnicians,
    services: review.mentionedServices,
  };
}
