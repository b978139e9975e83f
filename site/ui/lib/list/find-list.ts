import type { Review } from '#dataset/review.ts';
import { LIST_SIZE, type ListQuery } from '#search/question/list-question.ts';
import { termsOf } from '#search/question/terms.ts';
import { without } from '#search/question/without.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { FACETS, type FacetGroup, facetGroups, questionOfFacet } from './facet-groups.ts';

/** A page of a list, with what its filters could be changed to. */
export type FoundList = {
  /** All that the filters find, also on other pages, and their mean. */
  readonly total: number;
  readonly averageRating: number | null;
  /** Whether no review has all of the words that were asked for, and these have the most. */
  readonly isPartial: boolean;
  readonly reviews: readonly Review[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly groups: readonly FacetGroup[];
};

/** Answers the question of a list from one release. */
export async function findList(
  query: ListQuery,
  { search, count, reviews, names }: ReviewSource,
): Promise<FoundList> {
  const found = await search({ ...query, limit: LIST_SIZE });
  const filters = without(query, 'sort', 'after');
  const ofEach = FACETS.map((facet) => questionOfFacet(query, facet));
  const [all, ...ofFacets] = await count([filters, ...ofEach]);
  return {
    total: found.total,
    averageRating: all?.total.mean ?? null,
    isPartial: (found.matched ?? 0) < termsOf(query.words ?? '').length,
    reviews: await reviews(found.positions),
    next: found.next,
    groups: facetGroups(query, (facet) => ofFacets[FACETS.indexOf(facet)], names),
  };
}
