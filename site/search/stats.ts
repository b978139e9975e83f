import { z } from 'zod';
import { distributionOf } from '#dataset/aggregate-rating.ts';
import { Counts } from './facet-counts.ts';
import type { Hint } from './hints.ts';
import { Average, Bucket, listBuckets } from './list-buckets.ts';
import { facet } from './question/facets.ts';
import type { EntityNames } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import {
  type Grouping,
  OWN_FILTERS,
  readGroupings,
  type StatsQuery,
} from './question/stats-query.ts';
import { without } from './question/without.ts';
import type { ReviewSource } from './review-source.ts';
import { Filters, Hints } from './search-result.ts';
import means from './stats.json' with { type: 'json' };

/** The answer to a question for figures. */
export const ReviewStats = z
  .strictObject({
    total: z.int().nonnegative().describe(means.total),
    averageRating: Average.nullable().describe(means.averageRating),
    distribution: z
      .record(z.string(), z.int().nonnegative())
      .describe(means.distribution)
      .meta({ example: { '1': 1, '2': 0, '3': 0, '4': 3, '5': 8, '4.5': 1 } }),
    filters: Filters,
    groupBy: z.string().describe(means.groupBy),
    hints: Hints.optional(),
    buckets: z.array(Bucket).describe(means.buckets),
  })
  .meta({ id: 'ReviewStats' });
export type ReviewStats = z.infer<typeof ReviewStats>;

/**
 * Counts the reviews that a question finds, by each grouping. The count of a bucket is the total of the
 * search that asks for its value in place of the grouping's own filter, or as `narrow` says, and hints
 * are written by `write`. `busy` as search.
 */
export async function countReviews(
  { group_by, ...filters }: StatsQuery,
  { count, explain, names }: Pick<ReviewSource, 'count' | 'explain' | 'names'>,
  narrow = (all: FilterQuery, grouping: Grouping) => without(all, ...OWN_FILTERS[grouping]),
  write = ({ text }: Hint) => text,
): Promise<ReviewStats | 'busy'> {
  const ofGroupings = readGroupings(group_by).map((grouping) => narrow(filters, grouping));
  const counted = await count([filters, ...ofGroupings]);
  if (counted === 'busy') return 'busy';
  const hints = counted[0]?.total.count === 0 ? await explain(filters) : [];
  if (hints === 'busy') return 'busy';
  return assembleStats({ group_by, ...filters }, counted, names, hints.map(write));
}

/** The same of what was counted: with the filters, and for each grouping, unless that is the same. */
export function assembleStats(
  { group_by, ...filters }: StatsQuery,
  [counts = new Counts(), ...ofGroupings]: readonly Counts[],
  names: EntityNames,
  hints: string[] = [],
): ReviewStats {
  return {
    total: counts.total.count,
    averageRating: counts.total.mean,
    distribution: distributionOf((stars) => counts.of(facet('rating', stars)).count),
    filters,
    groupBy: group_by,
    ...(hints.length > 0 && { hints }),
    buckets: readGroupings(group_by).flatMap((grouping, at) =>
      listBuckets(grouping, filters, ofGroupings[at] ?? counts, names),
    ),
  };
}
