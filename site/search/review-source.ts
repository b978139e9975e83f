import type { AggregateRating, Replies } from '#dataset/aggregate-rating.ts';
import type { Business } from '#dataset/business.ts';
import type { Collection } from '#dataset/collection.ts';
import type { Origins, Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import type { Corpus } from './corpus/corpus.ts';
import type { Pieces } from './corpus/pieces.ts';
import type { EntityNames } from './question/names.ts';
import type { Questions } from './run-search.ts';

/** reviews.json without the reviews. */
export type ReviewsHead = {
  readonly dateModified: string | null;
  readonly business: Business;
  readonly aggregateRating: AggregateRating;
  readonly collection: Collection;
  /** Absent from releases that versions before 2.2.0 of reviews.json stored. */
  readonly replies?: Replies | undefined;
  readonly count: number;
};

/** The next newer and the next older review; undefined at either end. */
export type Neighbours = {
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
};

/** A removal without a known date and reason. */
type RemovalAlone = Pick<Removal, 'id'> & {
  readonly dateRemoved?: undefined;
  readonly reason?: undefined;
};

/** A published file. */
export type SourceFile = {
  readonly mediaType: string;
  readonly body: Pieces;
  readonly etag: string;
  /** Milliseconds since 1970; undefined for a page, which has no date. */
  readonly lastModified: number | undefined;
};

/**
 * The source of pages and agents: one immutable release as it is *published*, so that an answer
 * never mixes two releases and shows nothing that is not published. Everything that may need a
 * lookup is asynchronous.
 */
export type ReviewSource = Questions &
  Origins & {
    /** The entity tag of reviews.json, which identifies the revision of the data. */
    readonly etag: string;
    /** The serialized reviews, whose slices are answers. */
    readonly corpus: Corpus;
    readonly head: () => Promise<ReviewsHead>;
    /** insights.json. */
    readonly insights: () => Promise<InsightsDocument>;
    readonly review: (id: string) => Promise<Review | undefined>;
    /** At most `count` reviews, newest first. */
    readonly newest: (count: number) => Promise<readonly Review[]>;
    /** The reviews at some positions of the corpus, such as search results, in this order. */
    readonly reviews: (positions: readonly number[]) => Promise<readonly Review[]>;
    /** Undefined if no review with the id is published. */
    readonly neighbours: (id: string) => Promise<Neighbours | undefined>;
    /** A review that was taken down, as far as it is known. */
    readonly removal: (id: string) => Promise<Removal | RemovalAlone | undefined>;
    /** Removals, newest first. */
    readonly removed: readonly Removal[];
    /** The ids of removed reviews without a known date and reason: no list names them. */
    readonly removedAlone: readonly string[];
    /** The people and things that questions can name. */
    readonly names: EntityNames;
    /** The data file at a path below BASE_URL, if it is published. */
    readonly file: (path: string) => Promise<SourceFile | undefined>;
  };
