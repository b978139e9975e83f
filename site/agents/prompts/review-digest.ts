import { z } from 'zod';
import { CalendarDate } from '#dataset/scalars.ts';
import { checkPeriod, ON_PERIODS } from '#search/search-query.ts';
import { completeDate } from '../complete-dates.ts';
import { layOutTask } from './lay-out-task.ts';
import { definePrompt } from './prompt.ts';
import { toolCall } from './tool-call.ts';

const Arguments = z
  .strictObject({
    since: CalendarDate.optional().meta({
      title: 'From',
      description:
        'The first day of the period, written YYYY-MM-DD. Without it, from the beginning.',
    }),
    until: CalendarDate.optional().meta({
      title: 'To',
      description: 'The last day of the period, written YYYY-MM-DD. Without it, to this day.',
    }),
  })
  .superRefine(checkPeriod, ON_PERIODS);

export const reviewDigest = definePrompt({
  name: 'review_digest',
  title: 'Digest of the reviews',
  description: 'Sums up the reviews of a period: ratings, praise, criticism, and what changed.',
  Arguments,
  completers: { since: completeDate, until: completeDate },
  write: async ({ since, until }, { head }) => {
    const { business } = await head();
    const period = { since, until };
    const task = `Write a digest of the verified reviews of ${business.name} ${describe(period)}: how many there are and how they rate, what they praise, what they criticise, and what changed over the time.`;
    const text = layOutTask(task, [
      `${toolCall('get_review_stats', { ...period, group_by: 'month' })}: the counts and averages, and how they developed. Take every figure from here.`,
      `${toolCall('get_review_stats', { ...period, group_by: 'rating' })}: how the ratings are spread.`,
      `${toolCall('search_reviews', { ...period, response_format: 'concise', limit: 50 })}: the newest reviews of the period.`,
      `${toolCall('search_reviews', { ...period, rating: 1, limit: 10 })}, then the same with rating 2 and 3: the criticism, however rare.`,
      `${toolCall('get_insights', { sections: ['summary', 'entities'] })}: what the reviews of all dates say, to compare with. These are no figures of the period. Add the section aspects for what is praised and criticised from quarter to quarter.`,
      '`get_review` with the id of each review that you quote and know only as an excerpt.',
    ]);
    return { ok: true, text };
  },
});

function describe({ since, until }: z.output<typeof Arguments>): string {
  if (since === undefined && until === undefined) return 'of all dates';
  if (until === undefined) return `dated ${since} or later`;
  if (since === undefined) return `dated ${until} or earlier`;
  return `dated from ${since} to ${until}`;
}
