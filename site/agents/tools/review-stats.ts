import { z } from 'zod';
import { fittingOf } from '#agents/answers/answer-size.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { GROUPINGS, type Grouping, StatsQuery } from '#search/question/stats-query.ts';
import { without } from '#search/question/without.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { countReviews } from '#search/stats.ts';
import { defineTool } from '../tool.ts';
import { toolCall, writeHint } from '../tool-call.ts';
import { asksForAspect, hintsOnAspects } from './aspect-hints.ts';
import { filterWords } from './filter-words.ts';

/** In any case, and with or without blanks behind the commas. */
const Groupings = z
  .string('must be text')
  .transform((text) => text.toLowerCase().replaceAll(/\s+/g, ''))
  .pipe(StatsQuery.shape.group_by.unwrap())
  .default('rating')
  .meta({ isList: true });

export const getReviewStats = defineTool({
  name: 'get_review_stats',
  title: 'Count and average reviews',
  summary:
    'Counts reviews and averages their stars, in groups and with the filters of search_reviews, without listing them.',
  Input: StatsQuery.safeExtend({ group_by: Groupings }),
  Output: z.looseObject({
    total: z.int(),
    buckets: z
      .array(z.looseObject({ key: z.string(), count: z.int(), averageRating: z.number() }))
      .describe('The groups: periods newest first, stars highest first, all others by count.'),
    hints: z.array(z.string()).optional(),
  }),
  describe: (facts) => ({
    more: 'Use it for "How many …?" (with words, "How many mention a delay?"), "Is it getting better?", "What is criticized most?" and "Who is rated best?". All filters hold in every group, but with group_by aspect, sentiment is about each aspect. A review counts in each group it belongs to, so the counts may add up to more than total.',
    words: {
      ...filterWords(facts),
      group_by: `One of ${GROUPINGS.join(', ')}, or several separated by commas; default rating.`,
    },
  }),
  answer: async (query, source) => {
    const { group_by } = query;
    const callOf = (next: FilterQuery) => toolCall('get_review_stats', { ...next, group_by });
    const stats = await countReviews(query, source, keepFilters, (hint) => writeHint(hint, callOf));
    if (stats === 'busy') return { ok: false, message: SEARCH_BUSY };
    const { filters, groupBy, buckets, hints = [], ...figures } = stats;
    const shown = fittingOf(buckets);
    const left = buckets.length - shown.length;
    const advice =
      left > 0 ? [`${left} more groups are left out; narrow the question with a filter.`] : [];
    const isOnAspects =
      asksForAspect(filters, source.names) || buckets.some((one) => one.groupBy === 'aspect');
    const onAspects = isOnAspects ? await hintsOnAspects(filters, source) : [];
    const said = [...hints, ...onAspects, ...advice];
    const json = { ...figures, ...(said.length > 0 && { hints: said }), buckets: shown };
    return { ok: true, json: JSON.stringify(json) };
  },
});

/**
 * Models read a bucket as a part of `total`, so that filters hold in it. What is criticized most is
 * asked by sentiment and aspect: the sentiment is then that of the aspect, not of the review.
 */
function keepFilters(filters: FilterQuery, grouping: Grouping): FilterQuery {
  const isOpinion = grouping === 'aspect' && filters.aspect === undefined;
  return isOpinion ? without(filters, 'sentiment') : filters;
}
