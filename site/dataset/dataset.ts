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
 *   schema/ the form of each file                explain/ mistakes, in editors' words
 *   text/   folding, names in texts
 *   here    Content → Dataset: everything that is published
 *
 * Every edit makes everything from all files. Results of one file or one review alone are
 * remembered with that object (memoize.ts): its value, its problems, its record.
 *
 * Invariants
 *   - Memories change no result: each stage gives the same one with empty memories.
 *   - A file, a stored or a published review is the same object while its content is the same, and
 *     never changes.
 *   - Only the content of the folder decides what is published: no clock, no randomness.
 */

/** A review that was taken down: its id, the day and the reason, so that mirrors can erase it. */
export type Removal = Readonly<StoredRemoval>;

/** The parts that are published exactly as editors wrote them. */
type Verbatim = Omit<Content, 'business' | 'removals' | 'reviews' | 'digests'>;

/** The origins at which a site is published, without a trailing slash. */
export type Origins = {
  /** The public origin of all files and pages. */
  readonly baseUrl: string;
  /** The origin of the service for search, MCP and the hub; undefined for files alone. */
  readonly sidecarUrl: string | undefined;
};

/** Returns the origins of a site; a service has everything at one. */
export function originsOf(at: string | Origins): Origins {
  return typeof at === 'string' ? { baseUrl: at, sidecarUrl: at } : at;
}

/** All that is published about one business, as values. */
export type Dataset = Verbatim &
  Origins & {
    readonly business: Business;
    readonly feedAuthority: string;
    readonly language: string;
    /** Verified reviews, newest first. */
    readonly reviews: readonly Review[];
    /** Newest first. */
    readonly removed: readonly Removal[];
    readonly collection: Collection;
    readonly aggregateRating: AggregateRating;
    /** The last day on which a review was withheld, which also counts as a change. */
    readonly dateLastWithheld: string | null;
    /** The newest change dated in the content; null if there is none. */
    readonly dateModified: string | null;
  };

/** A removal of reviews from a dataset while the content has errors. */
export type Takedown = {
  /** All removals to publish. */
  readonly removals: readonly StoredRemoval[];
  /** Removed reviews of which only the id is known so far; they are in no list of removals. */
  readonly ids: readonly string[];
};

/**
 * Derives the dataset from checked content. Equal content gives equal datasets: `known` reviews of
 * an earlier process only save the work of making them again.
 */
export function createDataset(
  content: Content,
  at: string | Origins,
  createAnnotate = annotateNothing,
  known?: KnownReviews,
): Dataset {
  const { business, removals, reviews, digests, ...parts } = content;
  const { baseUrl, sidecarUrl } = originsOf(at);
  const made = {
    baseUrl,
    sidecarUrl,
    business: publishBusiness(baseUrl, content),
    feedAuthority: business.feedAuthority,
    language: languageOf(business),
    ...parts,
    reviews: publishReviews(content, baseUrl, createAnnotate, known),
    removed: publishRemovals(removals),
    collection: describeCollection(reviews, removals.length),
  };
  return complete(made, findLastWithheld(reviews));
}

/**
 * Returns a dataset without the removed reviews and without claims that they alone support: a
 * removal is urgent, so it is published even while files are broken. The other reviews stay the
 * same objects.
 */
export function takeDown(dataset: Dataset, { removals, ids }: Takedown): Dataset {
  const taken = new Set([...removals.map(({ id }) => id), ...ids]);
  const reviews = dataset.reviews.filter(({ id }) => !taken.has(id));
  const { reviewsPending, reviewsWithheld } = dataset.collection;
  const reviewsRemoved = removals.length + ids.length;
  const parts = {
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
  return complete(parts, dataset.dateLastWithheld);
}

/** Adds everything that follows from the reviews, and drops claims that none of them supports. */
function complete(
  parts: Omit<Dataset, 'aggregateRating' | 'dateLastWithheld' | 'dateModified'>,
  dateLastWithheld: string | null,
): Dataset {
  const { baseUrl, reviews, removed } = parts;
  const claims = citeOnly(new Set(reviews.map(({ id }) => id)), parts);
  const changes = [
    ...reviews.map(dateOfLastChange),
    ...removed.map(({ dateRemoved }) => dateRemoved),
    ...claims.questions.map(({ dateModified }) => dateModified),
    dateLastWithheld ?? '',
    claims.summary?.dateModified ?? '',
  ];
  return {
    ...parts,
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
