import { type AggregateRating, PublishedTally } from './aggregate-rating.ts';
import { annotateNothing } from './annotate.ts';
import { type Business, businessIri, publishBusiness } from './business.ts';
import { citedIn, citeOnly, PublishedEvidence } from './cite-published.ts';
import { type Collection, CollectionTally } from './collection.ts';
import type { Content } from './content.ts';
import { applyToTally, type Edit, editSorted, type ListEdit } from './edits/list-edit.ts';
import { memoize } from './memoize.ts';
import { languageOf, PublishedReviews } from './published-reviews.ts';
import { newestOf, type Review } from './review.ts';
import type {
  RemovalReason,
  StoredQuestion,
  StoredRemoval,
  StoredSummary,
} from './schema/stored-editorial.ts';
import type { Aspect, Service, ServiceArea, Technician } from './schema/stored-entities.ts';
import { isJudged, type StoredReview } from './schema/stored-review.ts';
import { compareTexts } from './text/compare-texts.ts';

/*
 * The editors' folder as checked values.
 *
 *   read/   files → the value of each by itself     check/   files compared with each other → Content
 *   schema/ the form of each file                edits/   lists and counts that follow edits
 *   text/   folding, names in texts              here     Content → Dataset: all that is published
 *
 * An edit is found once, by ContentFolder, and passed on (edits/list-edit.ts): ContentChecker applies it to
 * the parsed files and, once the content is accepted, returns the edit of the reviews since it was last
 * accepted; Datasets applies that and returns the edit of the published reviews, which insights,
 * reviews.json, the corpus, the search index and the store apply to their state. What affects all reviews
 * (names, vocabulary, removals, definitions) is compared as a whole; a change processes every review.
 *
 * Invariants
 *   - After any edits, accepted or refused, each stage equals one built from scratch, byte for byte.
 *   - Items are compared by identity: a file, a stored or a published review stays the same object
 *     while its content is the same.
 *   - The content of the folder decides what is published, and nothing else: no clock, no randomness.
 */

/** A review that was taken down: only its id, the day and the reason, so that mirrors can erase it. */
export type Removal = {
  readonly id: string;
  readonly dateRemoved: string;
  readonly reason: RemovalReason;
};

/** Everything that is published about one business, as values. */
export type Dataset = {
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  readonly business: Business;
  readonly feedAuthority: string;
  readonly language: string;
  readonly technicians: readonly Technician[];
  readonly services: readonly Service[];
  readonly serviceAreas: readonly ServiceArea[];
  readonly aspects: readonly Aspect[];
  /** Words for those whose conduct is not that of the business. */
  readonly others: readonly string[];
  readonly questions: readonly StoredQuestion[];
  readonly summary: StoredSummary | undefined;
  /** Verified reviews, newest first. */
  readonly reviews: readonly Review[];
  /** The ids of those that editors have judged. */
  readonly judged: readonly string[];
  /** Newest first. */
  readonly removed: readonly Removal[];
  readonly collection: Collection;
  readonly aggregateRating: AggregateRating;
  /** The last day on which a review was withheld: that is a change, too. */
  readonly dateLastWithheld: string | null;
  /** The newest change dated in the content; null without any. */
  readonly dateModified: string | null;
};

/** What takes reviews out of a dataset while the content has errors. */
export type Takedown = {
  /** All removals that are published from then on. */
  readonly removals: readonly StoredRemoval[];
  /** Removed reviews of which only the id is known so far; no list of removals has them. */
  readonly ids: readonly string[];
};

/** The edit from the reviews of one dataset to those of the next. */
export type ReviewEdit = ListEdit<Review>;

/** A dataset, and the edit of its reviews since the one before. */
export type EditedDataset = { readonly dataset: Dataset; readonly edit: ReviewEdit | 'everything' };

/** Derives what is published from checked content. Same content, same dataset. */
export function createDataset(
  content: Content,
  baseUrl: string,
  createAnnotate = annotateNothing,
): Dataset {
  const edit = { removed: [], added: content.reviews };
  return new Datasets(baseUrl, createAnnotate).update(content, edit).dataset;
}

/**
 * Derives one dataset after another, each equal to that of `createDataset`: only edited reviews are
 * processed, unless something changed that affects all. It must not be used after an error.
 */
export class Datasets {
  readonly #baseUrl: string;
  readonly #reviews: PublishedReviews;
  readonly #received = new CollectionTally();
  readonly #published = new PublishedTally();
  /** Published reviews that editors have judged, by id. */
  #judged: readonly StoredReview[] = [];
  #evidence = new PublishedEvidence(new Set(), []);
  #last: Dataset | undefined;

  constructor(baseUrl: string, createAnnotate = annotateNothing) {
    this.#baseUrl = baseUrl;
    this.#reviews = new PublishedReviews(baseUrl, createAnnotate);
  }

  /** The dataset of a content; `stored` is the edit of its reviews since the last call. */
  update(content: Content, stored: Edit<StoredReview>): EditedDataset {
    const edit = this.#reviews.update(content, stored);
    const { list } = this.#reviews;
    this.#count(stored, edit);
    const cited = citedIn(content);
    if (this.#evidence.isOf(cited)) applyToTally(this.#evidence, edit);
    else this.#evidence = new PublishedEvidence(cited, list);
    const isFirst = this.#last === undefined;
    this.#last = this.#describe(content, list);
    return { dataset: this.#last, edit: isFirst ? 'everything' : edit };
  }

  /**
   * The last dataset without the removed reviews (see `takeDown`); undefined before the first. The next
   * content restores them, unless it removes them.
   */
  takeDown(takedown: Takedown): EditedDataset | undefined {
    if (!this.#last) return undefined;
    const edit = this.#reviews.takeOut(idsIn(takedown));
    applyToTally(this.#published, edit);
    applyToTally(this.#evidence, edit);
    this.#last = takeDown(this.#last, takedown);
    return { dataset: this.#last, edit };
  }

  #count({ removed, added }: Edit<StoredReview>, edit: ReviewEdit): void {
    for (const review of removed) this.#received.remove(review);
    for (const review of added) this.#received.add(review);
    applyToTally(this.#published, edit);
    const judged = {
      removed: removed.filter(isPublishedJudged),
      added: added.filter(isPublishedJudged),
    };
    this.#judged = editSorted(this.#judged, judged, compareIds).list;
  }

  #describe(content: Content, reviews: readonly Review[]): Dataset {
    const { business, technicians, services, serviceAreas, aspects, others, removals } = content;
    const claims = citeOnly(this.#evidence.published, content);
    const removed = publishRemovals(removals);
    const { dateLastWithheld } = this.#received;
    return {
      baseUrl: this.#baseUrl,
      business: publishBusiness(this.#baseUrl, business, technicians, services, serviceAreas),
      feedAuthority: business.feedAuthority,
      language: languageOf(content),
      technicians,
      services,
      serviceAreas,
      aspects,
      others,
      ...claims,
      reviews,
      judged: this.#judged.map(({ id }) => id),
      removed,
      collection: this.#received.count(removals.length),
      aggregateRating: this.#published.aggregateRating({ '@id': businessIri(this.#baseUrl) }),
      dateLastWithheld,
      dateModified: newestChange({ ...claims, removed, dateLastWithheld }, this.#published),
    };
  }
}

function isPublishedJudged(review: StoredReview): boolean {
  return review.verification.status === 'verified' && isJudged(review);
}

function compareIds(a: StoredReview, b: StoredReview): number {
  return compareTexts(a.id, b.id);
}

/**
 * A dataset without the removed reviews, nor the claims that they alone support: a removal is urgent
 * and is published even while files are broken. The other reviews stay the same objects.
 */
export function takeDown(dataset: Dataset, takedown: Takedown): Dataset {
  const ids = idsIn(takedown);
  const reviews = dataset.reviews.filter(({ id }) => !ids.has(id));
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);

  const { reviewsPending, reviewsWithheld } = dataset.collection;
  const claims = citeOnly(citedIn(dataset).difference(ids), dataset);
  const removed = publishRemovals(takedown.removals);
  const reviewsRemoved = takedown.removals.length + takedown.ids.length;
  const { dateLastWithheld } = dataset;
  return {
    ...dataset,
    ...claims,
    reviews,
    removed,
    collection: {
      ...dataset.collection,
      reviewsReceived: reviews.length + reviewsPending + reviewsWithheld + reviewsRemoved,
      reviewsPublished: reviews.length,
      reviewsRemoved,
    },
    aggregateRating: tally.aggregateRating({ '@id': businessIri(dataset.baseUrl) }),
    dateModified: newestChange({ ...claims, removed, dateLastWithheld }, tally),
  };
}

function idsIn({ removals, ids }: Takedown): ReadonlySet<string> {
  return new Set([...removals.map(({ id }) => id), ...ids]);
}

/** The public part of removals, newest first, then by id; the same list for the same removals. */
const publishRemovals = memoize((removals: readonly Removal[]): readonly Removal[] =>
  removals
    .map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }))
    .sort((a, b) => compareTexts(b.dateRemoved, a.dateRemoved) || compareTexts(a.id, b.id)),
);

/** The newest change of the parts of a dataset; null without any. */
function newestChange(
  of: Pick<Dataset, 'removed' | 'dateLastWithheld' | 'questions' | 'summary'>,
  { dateLastChanged }: PublishedTally,
): string | null {
  const dates = [
    ...of.removed.map(({ dateRemoved }) => dateRemoved),
    ...of.questions.map(({ dateModified }) => dateModified),
    of.dateLastWithheld ?? '',
    of.summary?.dateModified ?? '',
    dateLastChanged,
  ];
  return newestOf(dates) || null;
}
