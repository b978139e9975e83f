import { z } from 'zod';
import { checkPeriod, ON_PERIODS, SearchQuery } from '#search/search-query.ts';

const GROUPINGS = ['month', 'quarter', 'year', 'rating', 'technician', 'service'] as const;

/** What reviews are put together by. */
export const Grouping = z.enum(GROUPINGS, `must be one of ${GROUPINGS.join(', ')}`);
export type Grouping = z.infer<typeof Grouping>;

const { limit, ...filters } = SearchQuery.shape;

/** The filters of search as they were understood. */
export const Filters = z.strictObject(filters);

/** Which reviews are counted, with the filters of search, and how. */
export const StatsQuery = Filters.extend({
  group_by: Grouping.default('rating').meta({
    description:
      '"month", "quarter" and "year" show how figures change over time; "rating" how stars are distributed; "technician" and "service" compare those that reviews mention.',
    example: 'quarter',
  }),
}).superRefine(checkPeriod, ON_PERIODS);
export type StatsQuery = z.infer<typeof StatsQuery>;
