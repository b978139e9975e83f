import { LIST_SIZE, type ListQuestion } from '#search/question/list-question.ts';
import { termsOf } from '#search/question/terms.ts';
import { without } from '#search/question/without.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { FACETS, facetGroups, questionOfFacet } from './facet-groups.ts';

/** A page of a list, with what its filters could be changed to. */
export type FoundList = Awaited<ReturnType<typeof findList>>;

/** Answers the question of a list from one release; after the last page comes the last again. */
export async function findList(
  { query, page: asked = 1 }: Pick<ListQuestion, 'query'> & Partial<ListQuestion>,
  { search, count, reviews, names }: Pick<ReviewSource, 'search' | 'count' | 'reviews' | 'names'>,
) {
  const found = await search({ ...query, limit: asked * LIST_SIZE });
  const pages = Math.max(1, Math.ceil(found.total / LIST_SIZE));
  const page = Math.min(pages, asked);
  const ofEach = FACETS.map((facet) => questionOfFacet(query, facet));
  const [all, ...ofFacets] = await count([without(query, 'sort'), ...ofEach]);
  return {
    /** All that the filters find, also on other pages, and their mean. */
    total: found.total,
    averageRating: all?.total.mean ?? null,
    /** True if no review has all of the words that were asked for, and these have the most. */
    isPartial: (found.matched ?? 0) < termsOf(query.words ?? '').length,
    page,
    pages,
    reviews: await reviews(found.positions.slice((page - 1) * LIST_SIZE, page * LIST_SIZE)),
    /** Questions that find more, where little is found. */
    ways: page === 1 ? (found.hints ?? []).flatMap(({ ways = [] }) => ways) : [],
    groups: facetGroups(query, (facet) => ofFacets[FACETS.indexOf(facet)], names),
  };
}
