import { z } from 'zod';
import type { Evaluation } from '../evaluation.ts';
import { idsOf } from '../records.ts';

/** Questions to a business with a thousand reviews, one of them as long as a review may be. */
export const LARGE: readonly Evaluation[] = [
  {
    question: 'Read the hundred newest reviews in full. (of many)',
    ask: async ({ search_reviews }) => {
      const first = await search_reviews({ limit: 100, include: ['text'] });
      const { length } = first.reviews;
      // What did not fit follows, and the answer says so.
      const isSaid = length === 100 || (first.hints.length > 0 && first.next !== undefined);
      return [first.count === length, isSaid, first.total, idsOf(first.reviews.slice(0, 20))];
    },
    right: ({ reviews }) => [true, true, reviews.length, idsOf(reviews.slice(0, 20))],
    tokens: 20_000,
  },
  {
    question: 'What does the longest review say?',
    ask: async ({ get_review, download }) => {
      const { text, hints } = await get_review({ id: 'enormous' });
      const [address = ''] = /http\S+\.json/.exec(hints.join(' ')) ?? [];
      const whole = z.object({ reviewBody: z.string() }).parse(JSON.parse(await download(address)));
      const isBeginning = whole.reviewBody.startsWith(text.replace(/…$/, ''));
      return [isBeginning, whole.reviewBody];
    },
    right: ({ reviews }) => [true, reviews.find(({ id }) => id === 'enormous')?.reviewBody],
    tokens: 2_100,
  },
  {
    question: 'Where in the longest review is the needle?',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ query: 'needle in the haystack' });
      return reviews.map(({ id, excerpt = '' }) => [
        id,
        excerpt.includes('**needle in the haystack**'),
      ]);
    },
    right: () => [['enormous', true]],
    tokens: 200,
  },
  {
    question: 'What are people, services and places called? (of a large firm)',
    ask: async ({ get_review_stats }) => {
      const { buckets } = await get_review_stats({ group_by: 'technician,service,service_area' });
      return buckets.length;
    },
    right: ({ insights: { entities } }) =>
      [entities.technicians, entities.services, entities.serviceAreas]
        .flat()
        .filter(({ reviewCount }) => reviewCount > 0).length,
    tokens: 1_300,
  },
];
