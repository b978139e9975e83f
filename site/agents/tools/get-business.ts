import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { lookUpOnce } from '../look-up-once.ts';
import { readyJson } from '../ready-json.ts';
import { defineTool } from '../tool.ts';

const BusinessAnswer = z.strictObject({
  business: Business,
  aggregateRating: AggregateRating,
  collection: Collection.describe('What became of every review that was received.'),
  dataset: z
    .strictObject({
      etag: z.string().describe('Changes whenever reviews.json does.'),
      dateModified: CalendarDate.nullable().describe('The newest change that the data states.'),
      reviewCount: z.int().nonnegative().describe('Published reviews, with and without a text.'),
      firstReview: CalendarDate.nullable().describe('The date of the oldest review.'),
      lastReview: CalendarDate.nullable().describe('The date of the newest review.'),
    })
    .describe('Which revision of the data this is, and what it spans.'),
});

const answerOf = lookUpOnce(async ({ etag, head }: ReviewSource) => {
  const { business, aggregateRating, collection, dateModified, count } = await head();
  const { earliest: firstReview, latest: lastReview } = aggregateRating;
  const dataset = { etag, dateModified, reviewCount: count, firstReview, lastReview };
  return readyJson(JSON.stringify({ business, aggregateRating, collection, dataset }));
});

export const getBusiness = defineTool({
  name: 'get_business',
  title: 'Business and overall rating',
  description:
    'The business that the reviews are about: name, address, contact, opening hours, services, staff; its overall rating with the distribution of stars and the sources; how the reviews were collected; and how many there are, from when to when. The tool for "How is this business rated?" and "What does it do, and where?". It holds no review texts.',
  Input: z.strictObject({}),
  Output: BusinessAnswer,
  answer: async (_, source) => ({ ok: true, json: await answerOf(source) }),
});
