import type { AggregateRating } from './aggregate-rating.ts';
import { annotateNothing } from './annotate.ts';
import { type Business, publishBusiness } from './business.ts';
import { citedIn, citeOnly } from './cite-published.ts';
import { type Collection, CollectionTally } from './collection.ts';
import type { Content } from './content.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { createTallyKeeper } from './lists/tally-keeper.ts';
import { createPublisher, languageOf } from './publish-reviews.ts';
import { PublishedTally } from './published-tally.ts';
import { newestOf, type Review } from './review.ts';
import type { RemovalReason, StoredQuestion, StoredSummary } from './stored-editorial.ts';
import type { Aspect, Service, ServiceArea, Technician } from './stored-entities.ts';
import { isJudged, type StoredReview } from './stored-review.ts';

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

/** Derives what is published from checked content. Same content, same dataset. */
export function createDataset(
  content: Content,
  baseUrl: string,
  createAnnotate = annotateNothing,
): Dataset {
  return createDatasetMaker(baseUrl, createAnnotate)(content);
}

/**
 * Derives one dataset after another, as `createDataset` does: a review that did not change stays
 * the same object, and only what came and went is looked at.
 */
export function createDatasetMaker(
  baseUrl: string,
  createAnnotate = annotateNothing,
): (content: Content) => Dataset {
  const publish = createPublisher(baseUrl, createAnnotate);
  const pickCited = createPicker();
  const pickJudged = createFlatMapper((review: StoredReview) =>
    review.verification.status === 'verified' && isJudged(review) ? [review.id] : [],
  );
  const received = new CollectionTally();
  const published = new PublishedTally();
  const countReceived = createTallyKeeper(received);
  const countPublished = createTallyKeeper(published);
  return (content) => {
    const { business, technicians, services, serviceAreas, aspects, others, removals } = content;
    const reviews = publish(content);
    countReceived(content.reviews);
    countPublished(reviews);
    const claims = citeOnly(pickCited(citedIn(content), reviews), content);
    const removed = publishRemovals(removals);
    const { dateLastWithheld } = received;
    return {
      baseUrl,
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
      judged: pickJudged(content.reviews),
      removed,
      collection: received.count(removals.length),
      aggregateRating: published.aggregateRating(),
      dateLastWithheld,
      dateModified: newestChange({ ...claims, removed, dateLastWithheld }, published),
    };
  };
}

/** What is public of removals, newest first, then by id. */
export function publishRemovals(removals: readonly Removal[]): Removal[] {
  return removals
    .map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }))
    .sort(compareRemovals);
}

function compareRemovals(a: Removal, b: Removal): number {
  if (a.dateRemoved !== b.dateRemoved) return a.dateRemoved > b.dateRemoved ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The newest change that the parts of a dataset state; null where none does. */
export function newestChange(
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

/** Picks the ids of some reviews out of one list after another. */
function createPicker(): (
  ids: ReadonlySet<string>,
  reviews: readonly Review[],
) => ReadonlySet<string> {
  const pickerOf = createLatest<string, (reviews: readonly Review[]) => readonly string[]>();
  return (ids, reviews) => {
    const pick = pickerOf(JSON.stringify([...ids]), () =>
      createFlatMapper(({ id }: Review) => (ids.has(id) ? [id] : [])),
    );
    return new Set(pick(reviews));
  };
}
