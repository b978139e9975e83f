import type { AggregateRating } from '#dataset/aggregate-rating.ts';
import type { Business } from '#dataset/business.ts';
import type { Collection } from '#dataset/collection.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import type { Corpus } from '#query/corpus.ts';
import type { SearchHits } from '#query/search-document.ts';
import type { SearchQuery } from '#query/search-query.ts';

/** Everything of reviews.json but the reviews. */
export type ReviewsHead = {
  readonly dateModified: string | null;
  readonly business: Business;
  readonly aggregateRating: AggregateRating;
  readonly collection: Collection;
  readonly count: number;
};

/** A published file. */
export type SourceFile = {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
};

/** What agents are answered from: one immutable release, so that an answer never mixes two. */
export type ReviewSource = {
  readonly baseUrl: string;
  /** The entity tag of reviews.json: which revision of the data this is. */
  readonly etag: string;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
  readonly head: ReviewsHead;
  readonly insights: InsightsDocument;
  /** `limit` may be more than the schema of questions from outside allows. */
  readonly search: (query: SearchQuery) => Promise<SearchHits>;
  /** The file at a path below BASE_URL, if it is published. */
  readonly file: (path: string) => SourceFile | undefined;
};
