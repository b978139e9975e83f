import { z } from 'zod';
import { memoize } from '#dataset/edits/memoize.ts';
import { SerialQueue } from '#dataset/serial-queue.ts';
import { quarterOf } from '#insights/opinion-counts.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SEARCH_BUSY } from '#search/search.ts';
import { checkPeriod, ON_PERIODS, SearchQuery } from '#search/search-query.ts';
import { hintsOnNames } from '../named-entities.ts';
import { readyJson } from '../ready-json.ts';
import { defineTool, type ToolAnswer } from '../tool.ts';
import {
  type Bucket,
  bucketsByMention,
  bucketsByPeriod,
  bucketsByRating,
  ratingsAt,
} from './buckets.ts';

const GROUPINGS = ['month', 'quarter', 'year', 'rating', 'technician', 'service'] as const;

/** What reviews are put together by. */
const Grouping = z.enum(GROUPINGS, `must be one of ${GROUPINGS.join(', ')}`);
type Grouping = z.infer<typeof Grouping>;

const { limit, ...filters } = SearchQuery.shape;

/** The filters of search as they were understood. */
const Filters = z.strictObject(filters);

/** Which reviews are counted, with the filters of search, and how. */
const StatsQuery = Filters.extend({
  group_by: Grouping.default('rating').meta({
    description:
      '"month", "quarter" and "year" show how figures change over time; "rating" how stars are distributed; "technician" and "service" compare those that reviews mention.',
    example: 'quarter',
  }),
}).superRefine(checkPeriod, ON_PERIODS);
type StatsQuery = z.infer<typeof StatsQuery>;

/** More calls for one release are refused. Of those, one at a time holds a list of all matches. */
export const MAX_CALLS = 50;

const BUSY = 'Too many statistics are being counted; ask again in a second.';

const average = z.number().min(1).max(5);

const ReviewStats = z.strictObject({
  total: z.int().nonnegative().describe('The reviews for which all filters hold.'),
  averageRating: average
    .nullable()
    .describe('Their mean, rounded half up to two decimals; null of none.'),
  filters: Filters.describe('The filters as they were understood.'),
  groupBy: Grouping,
  buckets: z
    .array(
      z.strictObject({
        key: z
          .string()
          .describe(
            'A month as 2026-03, a quarter as 2026-Q1, a year as 2026, stars as 4.5, the full name of a technician, or the id of a service.',
          ),
        count: z.int().positive(),
        averageRating: average,
      }),
    )
    .describe(
      'Periods newest first, stars highest first, technicians and services by count. None is empty.',
    ),
});

const queueOf = memoize((_: ReviewSource) => new SerialQueue());

export const getReviewStats = defineTool({
  name: 'get_review_stats',
  title: 'Count and average reviews',
  description:
    'Counts reviews and averages their stars, by month, quarter, year, star rating, technician or service, with the same filters as search_reviews. The tool for "How many ...?", "Is it getting better or worse?" and "Who has the best reviews since ...?", without fetching any review. A review may mention two technicians or services and is then counted with both, so that those counts may overlap and need not add up to `total`.',
  Input: StatsQuery,
  Output: ReviewStats,
  answer: async (query, source) => {
    const queue = queueOf(source);
    if (queue.length >= MAX_CALLS) return { ok: false, message: BUSY };
    return queue.run(() => count(query, source));
  },
});

async function count(
  { group_by: groupBy, ...filters }: StatsQuery,
  source: ReviewSource,
): Promise<ToolAnswer> {
  const found = await source.search({ ...filters, limit: source.corpus.count });
  if (found === 'busy') return { ok: false, message: SEARCH_BUSY };
  const { positions } = found;
  const { count: total, mean: averageRating } = ratingsAt(source.corpus, positions);
  const buckets = await group(groupBy, positions, filters, source);
  if (buckets === 'busy') return { ok: false, message: SEARCH_BUSY };
  const hints = total === 0 ? await hintsOnNames(filters, source) : [];
  const json = readyJson(JSON.stringify({ total, averageRating, filters, groupBy, buckets }));
  return { ok: true, json, ...(hints.length > 0 && { hints }) };
}

async function group(
  groupBy: Grouping,
  positions: readonly number[],
  filters: z.infer<typeof Filters>,
  { corpus, insights, search }: ReviewSource,
): Promise<Bucket[] | 'busy'> {
  const mentioned = ({ reviewCount }: { readonly reviewCount: number }) => reviewCount > 0;
  const find = (more: z.infer<typeof Filters>) =>
    search({ ...filters, ...more, limit: corpus.count });
  switch (groupBy) {
    case 'month':
      return bucketsByPeriod(corpus, positions, (date) => date.slice(0, 7));
    case 'quarter':
      return bucketsByPeriod(corpus, positions, quarterOf);
    case 'year':
      return bucketsByPeriod(corpus, positions, (date) => date.slice(0, 4));
    case 'rating':
      return bucketsByRating(corpus, positions);
    case 'technician': {
      const { technicians } = (await insights()).entities;
      const names = technicians.filter(mentioned).map(({ name }) => name);
      return bucketsByMention(corpus, positions, names, (name) =>
        find({ mentions_technician: name }),
      );
    }
    case 'service': {
      const { services } = (await insights()).entities;
      const ids = services.filter(mentioned).map(({ id }) => id);
      return bucketsByMention(corpus, positions, ids, (id) => find({ mentions_service: id }));
    }
  }
}
