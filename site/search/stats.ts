import { z } from 'zod';
import { distributionOf } from '#dataset/aggregate-rating.ts';
import { type Counts, createCounts, summarise } from './facet-counts.ts';
import type { Hint } from './hints.ts';
import { Average, Bucket, listBuckets } from './list-buckets.ts';
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

/** The filters under which the buckets of a grouping are counted. */
type Narrow = (filters: FilterQuery, grouping: Grouping) => FilterQuery;

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
  narrow: Narrow = withoutOwnFilters,
  write = ({ text }: Hint) => text,
): Promise<ReviewStats | 'busy'> {
  const questions = [filters, ...readGroupings(group_by).map((one) => narrow(filters, one))];
  const counted = await count(questions);
  if (counted === 'busy') return 'busy';
  const countsOf = new Map(questions.map((query, at) => [JSON.stringify(query), counted[at]]));
  const find = (query: FilterQuery) => countsOf.get(JSON.stringify(query)) ?? createCounts();
  const stats = assembleStats({ group_by, ...filters }, find, names, narrow);
  const hints = stats.total === 0 ? await explain(filters) : [];
  if (hints === 'busy') return 'busy';
  if (hints.length === 0) return stats;
  const { buckets, ...others } = stats;
  return { ...others, hints: hints.map(write), buckets };
}

/** The same of what was counted by each question: the filters, and those that a grouping leaves. */
export function assembleStats(
  { group_by, ...filters }: StatsQuery,
  countsOf: (query: FilterQuery) => Counts,
  names: EntityNames,
  narrow: Narrow = withoutOwnFilters,
): ReviewStats {
  const { ratings } = countsOf(filters);
  const { count: total, averageRating } = summarise(ratings);
  return {
    total,
    averageRating,
    distribution: distributionOf((stars) => ratings[stars * 2] ?? 0),
    filters,
    groupBy: group_by,
    buckets: readGroupings(group_by).flatMap((grouping) => {
      const counts = countsOf(narrow(filters, grouping));
      return listBuckets(grouping, filters, counts, names);
    }),
  };
}

/** The filters of a question but for those of a grouping. */
export function withoutOwnFilters(filters: FilterQuery, grouping: Grouping): FilterQuery {
  return without(filters, ...OWN_FILTERS[grouping]);
}
