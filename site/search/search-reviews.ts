import type { Review } from '#dataset/review.ts';
import { columnsOf } from './corpus/columns.ts';
import { buildSearchIndex } from './index/build-search-index.ts';
import { indexReviews } from './index/index-documents.ts';
import type { ReviewSource, ReviewsHead } from './review-source.ts';
import { createSearch } from './run-search.ts';

/** reviews.json, parsed. */
export type PublishedReviews = ReviewsHead & { readonly reviews: readonly Review[] };

/** The source of a list. */
export type ListSource = Pick<
  ReviewSource,
  'search' | 'count' | 'explain' | 'names' | 'head' | 'reviews' | 'baseUrl' | 'sidecarUrl'
>;

/** The facts of a source that reviews.json does not have. */
export type ListFacts = Pick<ListSource, 'names' | 'baseUrl' | 'sidecarUrl'>;

/** The source of a list outside of a service: of reviews that someone has, such as a browser. */
export function searchReviews(published: PublishedReviews, facts: ListFacts): ListSource {
  const { reviews } = published;
  const index = Promise.resolve(buildSearchIndex([indexReviews(published)]));
  return {
    ...facts,
    ...createSearch({ index, corpus: columnsOf(reviews), names: facts.names }),
    head: async () => published,
    reviews: async (positions) => positions.flatMap((position) => reviews[position] ?? []),
  };
}
