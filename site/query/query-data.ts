import { type Corpus, type IndexedReview, readCorpus } from './corpus.ts';
import type { SearchDocument } from './search-document.ts';
import { buildSearchIndex } from './search-index/build-search-index.ts';
import { listBuffers, type SearchIndexData } from './search-index/search-index-data.ts';

/**
 * All that answers questions about one reviews.json, as plain data: it is made in a thread of its
 * own where there is much, and handed over without a copy.
 */
export type QueryData = {
  readonly corpus: Omit<Corpus, 'bytes'>;
  readonly index: SearchIndexData;
};

/** Reads reviews.json once, for since and for search. */
export function readQueryData(bytes: Uint8Array): QueryData {
  const documents: SearchDocument[] = [];
  const { count, starts, steps } = readCorpus(bytes, (review) => {
    documents.push(documentOf(review));
  });
  return { corpus: { count, starts, steps }, index: buildSearchIndex(documents) };
}

/** The buffers that may change hands when the data does. */
export function listQueryBuffers({ corpus, index }: QueryData): ArrayBuffer[] {
  return [corpus.starts.buffer, ...listBuffers(index)];
}

function documentOf(review: IndexedReview): SearchDocument {
  return {
    body: review.reviewBody,
    rating: review.reviewRating.ratingValue,
    date: review.datePublished,
    technicians: review.mentionedTechnicians,
    services: review.mentionedServices,
  };
}
