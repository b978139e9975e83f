import { type AggregateRating, aggregateRatings } from './aggregate-rating.ts';
import { type Business, publishBusiness } from './business.ts';
import { type Collection, countCollection } from './collection.ts';
import type { Content } from './content.ts';
import { createGazetteers } from './gazetteers.ts';
import { publishReview } from './publish-review.ts';
import { compareReviews, dateOfLastChange, newestOf, type Review } from './review.ts';
import type { StoredQuestion, StoredSummary } from './stored-editorial.ts';
import type { Aspect, Service, ServiceArea, Technician } from './stored-entities.ts';
import type { StoredReview } from './stored-review.ts';

/** A review that is gone: only its id and the day, so that mirrors can erase it. */
export type Removal = { readonly id: string; readonly dateRemoved: string };

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
  readonly questions: readonly StoredQuestion[];
  readonly summary: StoredSummary | undefined;
  /** Verified reviews, newest first. */
  readonly reviews: readonly Review[];
  /** Newest first. */
  readonly removed: readonly Removal[];
  readonly collection: Collection;
  readonly aggregateRating: AggregateRating;
  /** The newest change that the content itself states; null where it states none. */
  readonly dateModified: string | null;
};

/** Derives what is published from checked content. Same content, same dataset. */
export function createDataset(content: Content, baseUrl: string): Dataset {
  const { business, technicians, services, serviceAreas } = content;
  const language = business.knowsLanguage[0] ?? 'en';
  const names = new Map(technicians.map(({ id, name }) => [id, name]));
  const context = {
    baseUrl,
    defaultLanguage: language,
    gazetteers: createGazetteers(content),
    nameOf: (id: string) => names.get(id) ?? id,
  };
  const reviews = content.reviews
    .flatMap((stored) => publishReview(stored, context) ?? [])
    .sort(compareReviews);
  const { questions, summary } = citeOnlyPublished(content, new Set(reviews.map(({ id }) => id)));
  const removed = content.removals
    .map(({ id, dateRemoved }) => ({ id, dateRemoved }))
    .sort(compareRemovals);
  const dateModified = newestOf([
    ...reviews.map(dateOfLastChange),
    ...removed.map(({ dateRemoved }) => dateRemoved),
    ...content.reviews.map(dateOfWithholding),
    ...questions.map((question) => question.dateModified),
    summary?.dateModified ?? '',
  ]);
  return {
    baseUrl,
    business: publishBusiness(business, technicians, services, serviceAreas),
    feedAuthority: business.feedAuthority,
    language,
    technicians,
    services,
    serviceAreas,
    aspects: content.aspects,
    questions,
    summary,
    reviews,
    removed,
    collection: countCollection(content),
    aggregateRating: aggregateRatings(reviews),
    dateModified: dateModified || null,
  };
}

/** Withholding a review that was published is a change as well. */
function dateOfWithholding({ verification }: StoredReview): string {
  return verification.status === 'withheld' ? verification.date : '';
}

/** Newest first, then by id. */
function compareRemovals(a: Removal, b: Removal): number {
  if (a.dateRemoved !== b.dateRemoved) return a.dateRemoved > b.dateRemoved ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A claim keeps only evidence that readers can look up, and falls with its last piece. */
function citeOnlyPublished(
  { questions, summary }: Content,
  published: ReadonlySet<string>,
): Pick<Dataset, 'questions' | 'summary'> {
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
