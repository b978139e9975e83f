import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { type SiteFacts, siteFactsOf } from './site-facts.ts';

/** What a review's page shows of the reviews before and after it. */
export type Neighbour = Pick<Review, 'id' | 'author' | 'datePublished'>;

/** What a review mentions of one kind, under the names that people know. */
export type Mentions = { readonly label: string; readonly names: readonly string[] };

/** A review without what an analysis adds to it, which its page does not show. */
export type ShownReview = Omit<Review, 'sentiment' | 'aspects'>;

/**
 * All that one review's page is made of, as values that JSON can hold: a page is rendered again
 * when this changed, and only then (see page-inputs.ts).
 */
export type ReviewPage = {
  readonly review: ShownReview;
  readonly newer: Neighbour | undefined;
  readonly older: Neighbour | undefined;
  readonly mentions: readonly Mentions[];
  readonly facts: SiteFacts;
};

/** The path of a review's page. */
export function permalinkOf({ id }: Pick<Review, 'id'>): string {
  return `/reviews/${id}/`;
}

/** The page of every review, each with its neighbours in time. */
export function reviewPages(dataset: Dataset): ReviewPage[] {
  const { reviews, services, serviceAreas } = dataset;
  const facts = siteFactsOf(dataset);
  const serviceNames = new Map(services.map(({ id, name }) => [id, name]));
  const areaNames = new Map(serviceAreas.map(({ id, name }) => [id, name]));
  return reviews.map(({ sentiment, aspects, ...review }, index) => ({
    review,
    newer: neighbourOf(reviews[index - 1]),
    older: neighbourOf(reviews[index + 1]),
    mentions: mentionsOf(review, serviceNames, areaNames),
    facts,
  }));
}

function neighbourOf(review: Review | undefined): Neighbour | undefined {
  if (!review) return undefined;
  const { id, author, datePublished } = review;
  return { id, author, datePublished };
}

/** What a review mentions, by kind; kinds without any are left out. */
export function mentionsOf(
  review: ShownReview,
  serviceNames: ReadonlyMap<string, string>,
  areaNames: ReadonlyMap<string, string>,
): Mentions[] {
  return [
    { label: 'People', names: review.mentionedTechnicians },
    { label: 'Services', names: review.mentionedServices.map((id) => serviceNames.get(id) ?? id) },
    { label: 'Places', names: review.mentionedServiceAreas.map((id) => areaNames.get(id) ?? id) },
  ].filter(({ names }) => names.length > 0);
}
