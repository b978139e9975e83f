import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { positionOf } from '#search/corpus/columns.ts';
import { reviewBytes, type Serialized } from '#search/corpus/corpus.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { parsePublished, parseReview } from '#search/corpus/review-records.ts';
import type { ReviewSource, ReviewsHead, SourceFile } from '#search/review-source.ts';
import type { Questions } from '#search/run-search.ts';

/** The parts of a source. The data files are of one release, checked against their ETags. */
export type SourceParts = Questions &
  Pick<ReviewSource, 'baseUrl' | 'sidecarUrl' | 'corpus' | 'removed' | 'names'> & {
    /** None in a build, which requires complete content. */
    readonly removedAlone?: readonly string[];
    readonly data: (path: string) => SourceFile | undefined;
  };

/** Reads a release from its published bytes, each part on demand. */
export function createPublishedSource({
  removedAlone = [],
  data,
  ...parts
}: SourceParts): ReviewSource {
  const { baseUrl, corpus, removed } = parts;
  const dataFile = (path: string) => {
    const file = data(path);
    if (!file) throw new Error(`The release of ${baseUrl} has no ${path}.`);
    return file;
  };
  const reviewAt = (position: number) => publishedReviewAt(corpus, position);
  return {
    ...parts,
    removedAlone,
    get etag() {
      return dataFile('/reviews.json').etag;
    },
    head: async () => readHead(corpus.body),
    insights: async () => readInsights(dataFile('/insights.json').body),
    review: async (id) => {
      const position = positionOf(corpus, id);
      return position === undefined ? undefined : reviewAt(position);
    },
    newest: async (count) =>
      Array.from({ length: Math.min(count, corpus.count) }, (_, position) => reviewAt(position)),
    reviews: async (positions) => positions.map(reviewAt),
    neighbours: async (id) => {
      const position = positionOf(corpus, id);
      if (position === undefined) return undefined;
      return {
        newer: position > 0 ? reviewAt(position - 1) : undefined,
        older: position < corpus.count - 1 ? reviewAt(position + 1) : undefined,
      };
    },
    removal: async (id) =>
      removed.find((removal) => removal.id === id) ??
      (removedAlone.includes(id) ? { id } : undefined),
    file: async (path) => data(path),
  };
}

/** The first line of reviews.json: reviews are on separate lines after it. */
export const readHead = memoize((reviewsJson: Pieces): ReviewsHead => {
  const bytes = joinPieces(reviewsJson.slice(0, 1));
  const head = bytes.toString('utf8', 0, bytes.indexOf('"reviews":[')).replace(/,$/, '}');
  return parsePublished(head);
});

const readInsights = memoize(
  (insightsJson: Pieces): InsightsDocument => parsePublished(joinPieces(insightsJson).toString()),
);

/** Returns the review at a position. */
export function publishedReviewAt(corpus: Serialized, position: number): Review {
  return parseReview(reviewBytes(corpus, position));
}
