import { Counts } from '#search/facet-counts.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** What a release counts of the reviews that some filters find; `busy` where too many are asked at once. */
export async function countFound(
  filters: FilterQuery,
  { count }: Pick<ReviewSource, 'count'>,
): Promise<Counts | 'busy'> {
  const counted = await count([filters]);
  if (counted === 'busy') return 'busy';
  const [counts = new Counts()] = counted;
  return counts;
}
