import { type AggregateRating, PublishedTally } from './aggregate-rating.ts';
import { annotateNothing } from './annotate.ts';
import { type Business, publishBusiness } from './business.ts';
import { citedIn, citeOnly, PublishedEvidence } from './cite-published.ts';
import { type Collection, CollectionTally } from './collection.ts';
import type { Content } from './content.ts';
import { applyToTally, type Edit, editSorted, type ListEdit } from './edits/list-edit.ts';
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

/*
 * The editors' folder as checked values.
 *
 *   read/   files → what each says by itself     check/   files held against each other → Content
 *   schema/ the form of each file                edits/   lists and counts that follow edits
 *   text/   folding, names in texts              here     Content → Dataset: all that is published
 *
 * An edit is found once, by ContentFolder, and passed on (edits/list-edit.ts): ContentChecker applies it to
 * the parsed files and, once the whole is right, gives the edit of the reviews since it was right
 * before; Datasets applies that and gives the edit of the published reviews, which insights,
 * reviews.json, the corpus, the search index and the store apply to what they keep. What all reviews
 * are held against (names, vocabulary, removals, definitions) is compared as a whole, and where it
 * changed every review is looked at.
 *
 * Invariants
 *   - After any edits, accepted or refused, each stage has what it would make of the folder from
 *     nothing, byte for byte.
 *   - Items are known by their identity: a file, a stored or a published review stays the same object
 *     while it says the same.
 *   - The content of the folder decides what is published, and nothing else: no clock, no randomness.
 */

/** A review that is gone: only its id, the day and the reason, so that mirrors can erase it. */
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
  /** The ids of those in whose analysis editors have a word. */
  readonly judged: readonly string[];
  /** Newest first. */
  readonly removed: readonly Removal[];
  readonly collection: Collection;
  readonly aggregateRating: AggregateRating;
  /** The last day on which a review was withheld, which is a change as well. */
  readonly dateLastWithheld: string | null;
  /** The newest change that the content itself states; null where it states none. */
  readonly dateModified: string | null;
};

/** How the reviews of one dataset became those of another. */
export type ReviewEdit = ListEdit<Review>;

/** A dataset, and how its reviews came from those of the one before, where there is one. */
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
 * Derives one dataset after another, each as `createDataset` would: only reviews that were edited are
 * looked at, unless something changed that all are held against. After an error it is of no more use.
 */
export class Datasets {
  readonly #baseUrl: string;
  readonly #reviews: PublishedReviews;
  readonly #received = new CollectionTally();
  readonly #published = new PublishedTally();
  /** Published reviews in whose analysis editors have a word, by their ids. */
  #judged: readonly StoredReview[] = [];
  #evidence = new PublishedEvidence(new Set(), []);
  #last: Dataset | undefined;

  constructor(baseUrl: string, createAnnotate = annotateNothing) {
    this.#baseUrl = baseUrl;
    this.#reviews = new PublishedReviews(baseUrl, createAnnotate);
  }

  /** The dataset of a content; `stored` is the edit of its reviews since this was called last. */
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
   * The last dataset without the reviews that removals name (see `takeDown`); undefined where there is
   * none. With the next content they come back, unless it has them removed.
   */
  takeDown(removals: readonly StoredRemoval[]): EditedDataset | undefined {
    if (!this.#last) return undefined;
    const edit = this.#reviews.takeOut(new Set(removals.map(({ id }) => id)));
    applyToTally(this.#published, edit);
    applyToTally(this.#evidence, edit);
    this.#last = takeDown(this.#last, removals);
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
      business: publishBusiness(business, technicians, services, serviceAreas),
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
      aggregateRating: this.#published.aggregateRating(),
      dateLastWithheld,
      dateModified: newestChange({ ...claims, removed, dateLastWithheld }, this.#published),
    };
  }
}

function isPublishedJudged(review: StoredReview): boolean {
  return review.verification.status === 'verified' && isJudged(review);
}

function compareIds(a: StoredReview, b: StoredReview): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/**
 * What a dataset is without the reviews that removals name, and without claims that rest on them
 * alone: a removal is urgent and goes out even while other files are broken. `removals` is all that
 * removed.yaml says. Reviews that stay are the same objects.
 */
export function takeDown(dataset: Dataset, removals: readonly StoredRemoval[]): Dataset {
  const ids = new Set(removals.map(({ id }) => id));
  const reviews = dataset.reviews.filter(({ id }) => !ids.has(id));
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);

  const { reviewsPending, reviewsWithheld, withheldByReason } = dataset.collection;
  const claims = citeOnly(citedIn(dataset).difference(ids), dataset);
  const removed = publishRemovals(removals);
  const { dateLastWithheld } = dataset;
  return {
    ...dataset,
    ...claims,
    reviews,
    removed,
    collection: {
      reviewsReceived: reviews.length + reviewsPending + reviewsWithheld + removals.length,
      reviewsPublished: reviews.length,
      reviewsPending,
      reviewsWithheld,
      withheldByReason,
      reviewsRemoved: removals.length,
    },
    aggregateRating: tally.aggregateRating(),
    dateModified: newestChange({ ...claims, removed, dateLastWithheld }, tally),
  };
}

/** What is public of removals, newest first, then by id. */
function publishRemovals(removals: readonly Removal[]): Removal[] {
  return removals
    .map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }))
    .sort(compareRemovals);
}

function compareRemovals(a: Removal, b: Removal): number {
  if (a.dateRemoved !== b.dateRemoved) return a.dateRemoved > b.dateRemoved ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The newest change that the parts of a dataset state; null where none does. */
function newestChange(
  {
    removed,
    dateLastWithheld,
    questions,
    summary,
  }: Pick<Dataset, 'removed' | 'dateLastWithheld' | 'questions' | 'summary'>,
  { dateLastChanged }: PublishedTally,
): string | null {
  const dates = [
    ...removed.map(({ dateRemoved }) => dateRemoved),
    ...questions.map(({ dateModified }) => dateModified),
    dateLastWithheld ?? '',
    summary?.dateModified ?? '',
    dateLastChanged,
  ];
  return newestOf(dates) || null;
}
