import { z } from 'zod';
import { distributionOf } from '#dataset/aggregate-rating.ts';
import { Counts } from './facet-counts.ts';
import type { Hint } from './hints.ts';
import { Average, Bucket, listBuckets } from './list-buckets.ts';
import { facet } from './question/facets.ts';
import type { EntityNames } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { type Grouping, readGroupings, type StatsQuery } from './question/stats-query.ts';
import { without } from './question/without.ts';
import type { Questions } from './run-search.ts';
import { Filters, Hints } from './search-result.ts';

/** The answer to a question for figures. */
export const ReviewStats = z
  .strictObject({
    total: z.int().nonnegative().describe('The reviews for which all filters hold.'),
    averageRating: Average.nullable().describe(
      'Their mean, rounded half up to two decimals; null of none.',
    ),
    distribution: z
      .record(z.string(), z.int().nonnegative())
      .describe('Their number by stars: the five whole stars always, half stars where they occur.')
      .meta({ example: { '1': 1, '2': 0, '3': 0, '4': 3, '5': 8, '4.5': 1 } }),
    filters: Filters,
    groupBy: z.string().describe('As it was asked for.'),
    hints: Hints.optional(),
    buckets: z
      .array(Bucket)
      .describe(
        'In the order of group_by: stars highest first, periods newest first, all others by count. None is empty. A review may mention two people, and is then counted with both.',
      ),
  })
  .meta({ id: 'ReviewStats' });
export type ReviewStats = z.infer<typeof ReviewStats>;

/** The filters of a grouping: those that would be replaced by choosing one of its values. */
export const OWN_FILTERS: Readonly<Record<Grouping, readonly (keyof FilterQuery)[]>> = {
  rating: ['rating'],
  // No parameter names a period.
  year: [],
  quarter: [],
  month: [],
  technician: ['mentions_technician'],
  service: ['mentions_service'],
  service_area: ['service_area'],
  // A sentiment is that of an aspect where there is one.
  aspect: ['aspect', 'sentiment'],
  sentiment: ['sentiment', 'aspect'],
  source: ['source'],
  language: ['language'],
  has_reply: ['has_reply'],
};

/** What is counted: one release, such as a ReviewSource. */
type Countable = Pick<Questions, 'count' | 'explain'> & { readonly names: EntityNames };

/**
 * Counts the reviews that a question finds, by each grouping. The count of a bucket is the total of the
 * search that asks for its value in place of the grouping's own filter, or as `narrow` says, and hints
 * are written by `write`. `busy` as search.
 */
export async function countReviews(
  { group_by, ...filters }: StatsQuery,
  { count, explain, names }: Countable,
  narrow = withoutOwnFilters,
  write = ({ text }: Hint) => text,
): Promise<ReviewStats | 'busy'> {
  const ofGroupings = readGroupings(group_by).map((grouping) => narrow(filters, grouping));
  const counted = await count([filters, ...ofGroupings]);
  if (counted === 'busy') return 'busy';
  const { buckets, ...figures } = assembleStats({ group_by, ...filters }, counted, names);
  const hints = figures.total === 0 ? await explain(filters) : [];
  if (hints === 'busy') return 'busy';
  return { ...figures, ...(hints.length > 0 && { hints: hints.map(write) }), buckets };
}

/** The same of what was counted: with the filters, and for each grouping, unless that is the same. */
export function assembleStats(
  { group_by, ...filters }: StatsQuery,
  [counts = new Counts(), ...ofGroupings]: readonly Counts[],
  names: EntityNames,
): ReviewStats {
  return {
    total: counts.total.count,
    averageRating: counts.total.mean,
    distribution: distributionOf((stars) => counts.of(facet('rating', stars)).count),
    filters,
    groupBy: group_by,
    buckets: readGroupings(group_by).flatMap((grouping, at) =>
      listBuckets(grouping, filters, ofGroupings[at] ?? counts, names),
    ),
  };
}

/** The filters of a question but for those of a grouping. */
function withoutOwnFilters(filters: FilterQuery, grouping: Grouping): FilterQuery {
  return without(filters, ...OWN_FILTERS[grouping]);
}
