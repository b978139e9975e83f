import { type AggregateRating, aggregateRatings } from './aggregate-rating.ts';
import { annotateNothing } from './annotate.ts';
import { type Business, businessIri, publishBusiness } from './business.ts';
import { type Collection, describeCollection, findLastWithheld } from './collection.ts';
import type { Content } from './content.ts';
import { memoize } from './memoize.ts';
import { type KnownReviews, languageOf, publishReviews } from './published-reviews.ts';
import { dateOfLastChange, newestOf, type Review } from './review.ts';
import type { StoredRemoval } from './schema/stored-editorial.ts';
import { compareTexts } from './text/compare-texts.ts';

/*
 * The editors' folder as checked values.
 *
 *   read/   files → the value of each by itself     check/   files compared with each other → Content
 *   schema/ the form of each file                text/    folding, names in texts
 *   here    Content → Dataset: all that is published
 *
 * Everything is made from all files at every edit. What follows from one file or one review alone is
 * remembered with that object (memoize.ts): its value, its problems, its record.
 *
 * Invariants
 *   - What is remembered changes nothing: each stage equals one that begins with empty memories.
 *   - A file, a stored or a published review is the same object while its content is the same, and
 *     never changes.
 *   - The content of the folder decides what is published, and nothing else: no clock, no randomness.
 */

/** A review that was taken down: only its id, the day and the reason, so that mirrors can erase it. */
export type Removal = Readonly<StoredRemoval>;

/** Published exactly as editors wrote it. */
type Said = Pick<
  Content,
  | 'technicians'
  | 'services'
  | 'serviceAreas'
  | 'aspects'
  | 'trade'
  | 'others'
  | 'questions'
  | 'summary'
>;

/** Everything that is published about one business, as values. */
export type Dataset = Said & {
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  readonly business: Business;
  readonly feedAuthority: string;
  readonly language: string;
  /** Verified reviews, newest first. */
  readonly reviews: readonly Review[];
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

/**
 * Derives what is published from checked content. Same content, same dataset: `known` reviews of an
 * earlier process only spare the work of making them again.
 */
export function createDataset(
  content: Content,
  baseUrl: string,
  createAnnotate = annotateNothing,
  known?: KnownReviews,
): Dataset {
  const { business, removals, reviews, digests, ...said } = content;
  const made = {
    baseUrl,
    business: publishBusiness(baseUrl, content),
    feedAuthority: business.feedAuthority,
    language: languageOf(business),
    ...said,
    reviews: publishReviews(content, baseUrl, createAnnotate, known),
    removed: publishRemovals(removals),
    collection: describeCollection(reviews, removals.length),
  };
  return complete(made, findLastWithheld(reviews));
}

/**
 * A dataset without the removed reviews, nor the claims that they alone support: a removal is urgent
 * and is published even while files are broken. The other reviews stay the same objects.
 */
export function takeDown(dataset: Dataset, { removals, ids }: Takedown): Dataset {
  const taken = new Set([...removals.map(({ id }) => id), ...ids]);
  const reviews = dataset.reviews.filter(({ id }) => !taken.has(id));
  const { reviewsPending, reviewsWithheld } = dataset.collection;
  const reviewsRemoved = removals.length + ids.length;
  const said = {
    ...dataset,
    reviews,
    removed: publishRemovals(removals),
    collection: {
      ...dataset.collection,
      reviewsReceived: reviews.length + reviewsPending + reviewsWithheld + reviewsRemoved,
      reviewsPublished: reviews.length,
      reviewsRemoved,
    },
  };
  return complete(said, dataset.dateLastWithheld);
}

/** Adds what follows from the reviews, and drops claims that none of them supports. */
function complete(
  said: Omit<Dataset, 'aggregateRating' | 'dateLastWithheld' | 'dateModified'>,
  dateLastWithheld: string | null,
): Dataset {
  const { baseUrl, reviews, removed } = said;
  const claims = citeOnly(new Set(reviews.map(({ id }) => id)), said);
  const changes = [
    ...reviews.map(dateOfLastChange),
    ...removed.map(({ dateRemoved }) => dateRemoved),
    ...claims.questions.map(({ dateModified }) => dateModified),
    dateLastWithheld ?? '',
    claims.summary?.dateModified ?? '',
  ];
  return {
    ...said,
    ...claims,
    aggregateRating: aggregateRatings(reviews, { '@id': businessIri(baseUrl) }),
    dateLastWithheld,
    dateModified: newestOf(changes) || null,
  };
}

type Claims = Pick<Dataset, 'questions' | 'summary'>;

/** Keeps only published evidence, and drops claims that have none left. */
function citeOnly(published: ReadonlySet<string>, { questions, summary }: Claims): Claims {
  const keep = <Claim extends { evidence: string[] }>(claims: readonly Claim[]): Claim[] =>
    claims
      .map((claim) => ({ ...claim, evidence: claim.evidence.filter((id) => published.has(id)) }))
      .filter(({ evidence }) => evidence.length > 0);
  return {
    questions: keep(questions),
    summary: summary && {
      ...summary,
      strengths: keep(summary.strengths),
      concerns: keep(summary.concerns),
    },
  };
}

/** The public part of removals, newest first, then by id; the same list for the same removals. */
const publishRemovals = memoize((removals: readonly Removal[]): readonly Removal[] =>
  removals
    .map(({ id, dateRemoved, reason }) => ({ id, dateRemoved, reason }))
    .sort((a, b) => compareTexts(b.dateRemoved, a.dateRemoved) || compareTexts(a.id, b.id)),
);
