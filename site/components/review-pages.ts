import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { reviewedBusiness } from './review-json-ld.ts';

/** What the pages of all reviews share, worked out once. */
export type SharedByReviewPages = {
  readonly dataset: Dataset;
  readonly itemReviewed: ReturnType<typeof reviewedBusiness>;
  readonly serviceNames: ReadonlyMap<string, string>;
  readonly areaNames: ReadonlyMap<string, string>;
};

/** All that one review's page shows. */
export type ReviewPage = {
  readonly review: Review;
  readonly newer: Review | undefined;
  readonly older: Review | undefined;
  readonly shared: SharedByReviewPages;
};

/** The page of every review, each with its neighbours in time. */
export function reviewPages(dataset: Dataset): ReviewPage[] {
  const { reviews, services, serviceAreas } = dataset;
  const shared = {
    dataset,
    itemReviewed: reviewedBusiness(dataset),
    serviceNames: new Map(services.map(({ id, name }) => [id, name])),
    areaNames: new Map(serviceAreas.map(({ id, name }) => [id, name])),
  };
  return reviews.map((review, index) => ({
    review,
    newer: reviews[index - 1],
    older: reviews[index + 1],
    shared,
  }));
}

/** What a review mentions, by kind, under the names that people know. */
export function mentionsOf(
  review: Review,
  { serviceNames, areaNames }: Pick<SharedByReviewPages, 'serviceNames' | 'areaNames'>,
): { label: string; names: string[] }[] {
  return [
    { label: 'People', names: review.mentionedTechnicians },
    {
      label: 'Services',
      names: review.mentionedServices.map((id) => serviceNames.get(id) ?? id),
    },
    {
      label: 'Places',
      names: review.mentionedServiceAreas.map((id) => areaNames.get(id) ?? id),
    },
  ].filter(({ names }) => names.length > 0);
}
