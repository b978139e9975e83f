import type { Evaluation } from '../evaluation.ts';
import { idsOf, starsOf } from '../records.ts';

/** Arguments as frameworks and models really send them. */
export const SPELLINGS: readonly Evaluation[] = [
  {
    question: 'How many reviews have one star? (all other arguments null)',
    ask: async ({ search_reviews }) =>
      (
        await search_reviews({
          rating: 1,
          query: null,
          since: null,
          aspect: null,
          limit: 1,
          include: null,
        })
      ).total,
    right: ({ reviews }) => reviews.filter((one) => starsOf(one) === 1).length,
    tokens: 200,
  },
  {
    question: 'Which reviews have two stars at least? (an argument is misspelled)',
    ask: async ({ refusal, get_review_stats }) => {
      const message = await refusal('get_review_stats', { min_ratng: 2 });
      return message.includes('min_rating') && (await get_review_stats({ min_rating: 2 })).total;
    },
    right: ({ reviews }) => reviews.filter((one) => starsOf(one) >= 2).length,
    tokens: 300,
  },
  {
    question: 'Which are the newest two? (with an argument of another tool)',
    ask: async ({ refusal, search_reviews }) => {
      await refusal('search_reviews', { limit: 2, group_by: 'year' });
      return idsOf((await search_reviews({ limit: 2 })).reviews);
    },
    right: ({ reviews }) => idsOf(reviews.slice(0, 2)),
    tokens: 500,
  },
];
