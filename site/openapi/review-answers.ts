import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { MAX_CHANGES } from '#search/changes/changes.ts';
import { FilterShape, SearchQuery } from '#search/question/search-query.ts';
import { GROUPINGS } from '#search/question/stats-query.ts';
import { RemovedReview } from '#search/since.ts';
import means from './stats.json' with { type: 'json' };

export const Hints = z
  .array(z.string())
  .describe('Where little was found: what a name may have meant, and what finds more.');

/** The question as understood. */
export const Filters = z.strictObject(FilterShape).describe('The filters as understood.');

/** The answer to a search (specification §4): a page of the matches, and the number of all. */
export const SearchResult = z
  .strictObject({
    total: z.int().nonnegative().describe('All matches, including those on other pages.'),
    count: z.int().nonnegative().describe('The number of reviews in this answer.'),
    limit: SearchQuery.shape.limit.unwrap(),
    filters: Filters,
    next: z
      .string()
      .optional()
      .describe('The cursor of the next page, for `after`; absent on the last page.'),
    hints: Hints.optional(),
    reviews: z.array(Review).describe('In the order of `sort`, with all fields.'),
  })
  .meta({ id: 'SearchResult' });

/** The answer to GET /api/reviews/since/{date} (specification §4). */
export const SinceResult = z
  .strictObject({
    since: CalendarDate,
    count: z.int().nonnegative().describe('The number of reviews in this answer.'),
    dateModified: CalendarDate.nullable().describe(
      'The newest change dated in these reviews and removals.',
    ),
    reviews: z.array(Review).describe('All reviews dated on or after the date, newest first.'),
    removed: z.array(RemovedReview).describe('Taken down on or after the date.'),
  })
  .meta({ id: 'SinceResult' });

const Present = z
  .strictObject({
    kind: z.enum(['added', 'edited']),
    id: ReviewId,
    review: Review,
  })
  .meta({ id: 'PresentReview', description: 'A change with the entire current record.' });

const Gone = z
  .strictObject({
    kind: z.literal('removed'),
    id: ReviewId,
    dateRemoved: CalendarDate.optional(),
    reason: RemovalReason.optional().describe(
      'The reason for the takedown. Absent, like the date, if the review is no longer published for another reason, or if the reason is not known yet.',
    ),
  })
  .meta({ id: 'GoneReview' });

/** The answer to GET /api/reviews/changes. */
export const ChangesResult = z
  .strictObject({
    changes: z
      .array(z.discriminatedUnion('kind', [Present, Gone]))
      .max(MAX_CHANGES)
      .describe('In the order of publication; only the last change of each review.'),
    next: z.string().describe('The cursor for the next request, which returns later changes.'),
  })
  .meta({ id: 'ChangesResult' });

/** A mean of stars. */
const Average = z.number().min(1).max(5);

/** The number of reviews with something in common, and their ratings. */
const Bucket = z.strictObject({
  groupBy: z.enum(GROUPINGS),
  key: z.string().describe(means.key),
  id: z.string().optional().describe(means.id),
  label: z.string().optional().describe(means.label),
  jobTitle: z.string().optional().describe(means.jobTitle),
  count: z.int().positive(),
  averageRating: Average,
});

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
