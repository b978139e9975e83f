import { z } from 'zod';
import { fittingOf } from '#agents/answers/answer-size.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { type Grouping, StatsQuery } from '#search/question/stats-query.ts';
import { without } from '#search/question/without.ts';
import { type Bucket, countReviews } from '#search/stats.ts';
import { defineTool, toolCall, writeHint } from '../tool.ts';
import { asksForAspect, hintsOnAspects } from './aspect-hints.ts';

/** In any case, and with or without spaces after the commas. */
const Groupings = z
  .string('must be text')
  .transform((text) => text.toLowerCase().replaceAll(/\s+/g, ''))
  .pipe(StatsQuery.shape.group_by.unwrap())
  .default('rating')
  .meta({ isList: true });

export const getReviewStats = defineTool({
  name: 'get_review_stats',
  Input: StatsQuery.safeExtend({ group_by: Groupings }),
  Output: z.looseObject({
    total: z.int(),
    buckets: z
      .array(z.looseObject({ key: z.string(), count: z.int(), averageRating: z.number() }))
      .describe('The groups: periods newest first, stars highest first, all others by count.'),
    hints: z.array(z.string()).optional(),
  }),
  answer: async (query, source) => {
    const { group_by } = query;
    const callOf = (next: FilterQuery) => toolCall('get_review_stats', { ...next, group_by });
    const stats = await countReviews(query, source, keepFilters, (hint) => writeHint(hint, callOf));
    const { filters, groupBy, buckets, hints = [], ...figures } = stats;
    const shown = fittingOf(buckets.map((one) => leanBucket(one, groupBy)));
    const left = buckets.length - shown.length;
    const advice =
      left > 0 ? [`${left} more groups are left out; narrow the question with a filter.`] : [];
    const isOnAspects =
      asksForAspect(filters, source.names) || buckets.some((one) => one.groupBy === 'aspect');
    const onAspects = isOnAspects ? await hintsOnAspects(filters, source) : [];
    const said = [...hints, ...onAspects, ...advice];
    return {
      ok: true,
      answer: { ...figures, ...(said.length > 0 && { hints: said }), buckets: shown },
    };
  },
});

/** Without facts that are in the question or the key. */
function leanBucket({ groupBy, key, id, label, ...figures }: Bucket, asked: string) {
  return {
    ...(groupBy !== asked && { groupBy }),
    key,
    ...(id !== key && { id }),
    ...(label !== key && { label }),
    ...figures,
  };
}

/**
 * Models read a bucket as a part of `total`, so filters apply in it. The most criticized aspect is
 * asked by sentiment and aspect: the sentiment is then the aspect's, not the review's.
 */
function keepFilters(filters: FilterQuery, grouping: Grouping): FilterQuery {
  const isOpinion = grouping === 'aspect' && filters.aspect === undefined;
  return isOpinion ? without(filters, 'sentiment') : filters;
}
